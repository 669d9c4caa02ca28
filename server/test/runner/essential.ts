/** The files that must pass with every driver on every server: what speaks to the database, whatever it asks. */
export const OF_DRIVERS = [
  // The harness: transactions, paging, locks, statements.
  'server/src/kernel/*.test.ts',
  'server/src/db/{pool,table-types,types}.test.ts',
  'server/src/db/pipelining/*.test.ts',
  'server/test/{delta-reader,idempotency,row-level-security}.test.ts',
  // Delivery, which leans on locks and fences most.
  'server/src/webhooks/*.test.ts',
] as const

/**
 * The files that must pass on every server: besides those of the drivers what holds clinics apart, what counts money, what
 * delivers and what makes the schema. What is refused before the database is asked is the same on all.
 */
export const ESSENTIAL = [
  ...OF_DRIVERS,
  // Every operation of every surface; row-level security, which holds clinics apart, is among those of the drivers.
  'server/test/conformance/answers.test.ts',
  // Money.
  'server/src/domain/billing/*.test.ts',
  'server/src/domain/claims/*.test.ts',
  'server/src/api/payments.test.ts',
  'server/src/api/payment-links.test.ts',
  'server/src/api/claims.test.ts',
  'server/src/api/bookkeeping.test.ts',
  // Delivery, the audit's seals, and the queue itself.
  'server/src/jobs/{dispatch-message,keep-partitions,queue,recover-deliveries,runner,seal-audit,verify-audit}.test.ts',
  // Migrations and the logins.
  'server/src/db/{dump,migrate,roles}.test.ts',
] as const

/** That tests come to their server by the way that the run has. */
export const BY_WAY = 'server/test/way.test.ts'
