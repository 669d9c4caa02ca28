/**
 * What an image or a unit runs, with what it is to be as its argument: `api`, `worker` or `assistant`, `all` of them, or
 * `migrate`, which brings the database to its schema and ends. In JavaScript for the same reason as start.js.
 */
const [what = 'all'] = process.argv.slice(2)
if (what === 'migrate') {
  await import('./settings/env-file.js')
  await import('./settings/migrate-command.ts')
} else {
  process.env.ROLE = what
  await import('./start.js')
}
