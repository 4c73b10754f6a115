/**
 * Packages that call a function with a callback, do nothing with what it returns, and answer to what it throws as to
 * an error that its callback gets: an async function that still calls its callback is as good to them, so long as it
 * hands its errors to that.
 *
 * Read in passport 0.1 to 0.7, passport-strategy, and the strategies of local, http, http-bearer, oauth1, oauth2 and
 * openid, of which those of the providers are made.
 */

/** Modules of strategies, whose constructor takes a function that verifies: `new LocalStrategy(options, verify)`. */
export const STRATEGY_MODULES = /^passport-/u;

export const PASSPORT = 'passport';

/** Methods of passport that take a function with a callback. */
export const PASSPORT_TAKERS = new Set(['deserializeUser', 'serializeUser', 'transformAuthInfo']);

/** The method whose last argument answers a request: `passport.authenticate('local', answer)(req, res, next)`. */
export const PASSPORT_ANSWERED = 'authenticate';

/** Methods that passport gives to requests, and which call back once, with an error or nothing. */
export const PASSPORT_REQUEST_METHODS = new Set(['logIn', 'logOut', 'login', 'logout']);
