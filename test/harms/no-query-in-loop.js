/**
 * A database that answers after five milliseconds: how often it is asked for the customers of fifty orders.
 */
export const forms = {
  before: `
const load = async (source, orders) => {
  const customers = [];
  for (const { customer: id } of orders) {
    customers.push(await source.getRepository('customer').findOneBy({ id }));
  }
  return customers;
};
`,
  after: `
const load = async (source, orders) => {
  const ids = orders.map(({ customer }) => customer);
  const found = await source.getRepository('customer').findBy({ id: ids });
  const byId = new Map(found.map((customer) => [customer.id, customer]));
  return ids.map((id) => byId.get(id));
};
`,
};

export const measure = `
let trips = 0;
const answer = (value) => new Promise((resolve) => {
  trips += 1;
  setTimeout(resolve, 5, value);
});
const source = {
  getRepository: () => ({
    findOneBy: ({ id }) => answer({ id }),
    findBy: ({ id }) => answer(id.map((each) => ({ id: each }))),
  }),
};
const orders = Array.from({ length: 50 }, (_, customer) => ({ customer }));
load(source, orders).then((customers) => console.log(customers.at(-1).id, trips));
`;

export const expected = {
  before: { status: 0, stdout: '49 50' },
  after: { status: 0, stdout: '49 1' },
};
