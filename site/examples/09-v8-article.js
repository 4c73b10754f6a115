// From V8's article "Faster async functions and promises" (https://v8.dev/blog/fast-async): the same
// handler with callbacks. "await" takes one turn of the queue since V8 7.3, where it took three.
function handler(params, done) {
  validateParams(params, (error) => {
    if (error) return done(error);
    dbQuery(params, (error, dbResults) => {
      if (error) return done(error);
      serviceCall(dbResults, (error, serviceResults) => {
        if (error) return done(error);
        console.log(serviceResults);
        done(null, serviceResults);
      });
    });
  });
}

function validateParams(params, callback) {
  setImmediate(callback, params.id ? null : new Error('no id'));
}

function dbQuery(params, callback) {
  setImmediate(() => callback(null, [params.id]));
}

function serviceCall(results, callback) {
  setImmediate(() => callback(null, results.length));
}

handler({ id: 1 }, (error, length) => {
  if (error) throw error;
  console.log(length);
});
