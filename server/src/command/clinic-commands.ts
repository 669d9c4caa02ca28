import type { Command } from 'commander'
import { sql } from '../db/statement.ts'
import { type ClinicRow, type NewClinic, openClinic } from '../domain/clinics/open-clinic.ts'
import { decimal } from './arguments.ts'
import type { Row } from './output.ts'
import { printing } from './session.ts'

const newestFirst = sql<ClinicRow>('select * from clinic order by created_at desc, company_id desc')

const present = (clinic: ClinicRow): Row => ({
  id: clinic.company_id,
  name: clinic.name,
  country: clinic.country,
  currency: clinic.currency,
  timeZone: clinic.time_zone,
  clock: clinic.clock,
  taxPercent: clinic.tax_percent,
  sandbox: clinic.sandbox,
  active: clinic.active,
})

export function addClinicCommands(program: Command): void {
  const clinic = program.command('clinic').description('tenants of the platform')

  clinic
    .command('list')
    .description('all clinics, newest first')
    .action(printing(program, async ({ platform }) => (await platform(tx => tx.sql(newestFirst([])))).map(present)))

  clinic
    .command('create')
    .description('open a clinic')
    .requiredOption('--name <name>', 'name in English')
    .option('--name-ar <name>', 'name in Arabic')
    .option('--country <code>', 'ISO 3166-1 alpha-2', 'SA')
    .option('--currency <code>', 'ISO 4217; cannot be changed later', 'SAR')
    .option('--time-zone <name>', 'IANA name', 'Asia/Riyadh')
    .option('--clock <hours>', 'the clocks that people read there, of 24 hours or of 12', decimal, 24)
    .option('--locale <tag>', 'BCP 47', 'ar-SA')
    .option('--tax-percent <number>', 'VAT', decimal, 15)
    .option('--sandbox', 'a clinic for test installations, without real patients', false)
    .action(
      printing(program, ({ platform, recordClinic }, given: NewClinic) =>
        platform(async tx => {
          const opened = await openClinic(tx, given)
          await recordClinic(tx, opened.company_id, Object.keys(given).sort())
          return present(opened)
        }),
      ),
    )
}
