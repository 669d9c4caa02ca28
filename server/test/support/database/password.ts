/** Of every login of every test's database. */
export const TEST_PASSWORD = 'test'
