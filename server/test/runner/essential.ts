/**
 * The files that must pass on every server and with every driver: what holds clinics apart, what counts money, what
 * delivers, what makes the schema, and what speaks to the database.
 */
export const ESSENTIAL = [
  // The harness: transactions, paging, locks, statements.
  'server/src/kernel/*.test.ts',
  // Tenancy.
  'server/test/conformance/*.test.ts',
  'server/test/row-level-security.test.ts',
  // Money.
  'server/src/domain/billing/*.test.ts',
  'server/src/domain/claims/*.test.ts',
  'server/src/api/payments.test.ts',
  'server/src/api/payment-links.test.ts',
  'server/src/api/claims.test.ts',
  'server/src/api/bookkeeping.test.ts',
  // Delivery.
  'server/src/webhooks/*.test.ts',
  'server/src/jobs/*.test.ts',
  // Migrations, the logins, the types of values.
  'server/src/db/{dump,migrate,pool,roles,table-types,types}.test.ts',
  // The driver.
  'server/src/db/pipelining/*.test.ts',
] as const
