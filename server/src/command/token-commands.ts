import type { Command } from 'commander'
import { sql } from '../db/statement.ts'
import { issueToken, revokeToken, type TokenRow } from '../domain/plugins/issue-token.ts'
import { several } from './arguments.ts'
import { clinicOfInstallation, clinicOfToken } from './operator.ts'
import type { Row } from './output.ts'
import { inSession, printing } from './session.ts'

const newestFirst = sql<TokenRow>(`
  select token.* from plugin_token as token join installation on installation.company_id = token.company_id
    and installation.id = token.installation_id
  where $1::text is null or token.installation_id = $1 order by token.created_at desc, token.id desc`)

const present = (row: TokenRow): Row => ({
  id: row.id,
  installation: row.installation_id,
  token: `${row.hint}…`,
  allowedIpRanges: row.allowed_ip_ranges,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
})

export function addTokenCommands(program: Command): void {
  const token = program.command('token').description('tokens of installations')

  token
    .command('create <installation>')
    .description('issue a token; it is shown this once')
    .option('--rotate', 'let the tokens issued before expire in 24 hours', false)
    .option('--ip <range>', 'an address range instead of the installation’s; repeat it for more', several)
    .action((installationId: string, { rotate, ip }: { rotate: boolean; ip?: string[] }) =>
      inSession(program, async ({ inClinic, print, note }) => {
        const input = { installationId, rotate, allowedIpRanges: ip }
        const issued = await inClinic(clinicOfInstallation(installationId), tx => issueToken(tx, input))
        print({ ...present(issued.row), token: issued.token })
        note('Keep the token: only its hash is stored, and it is not shown again.')
      }),
    )

  token
    .command('list [installation]')
    .description('tokens, newest first, without their text')
    .action(
      printing(program, async ({ platform }, installation?: string) =>
        (await platform(tx => tx.sql(newestFirst([installation ?? null])))).map(present),
      ),
    )

  token
    .command('revoke <id>')
    .description('refuse a token from the next request on')
    .action(
      printing(program, async ({ inClinic }, id: string) =>
        present(await inClinic(clinicOfToken(id), tx => revokeToken(tx, { id }))),
      ),
    )
}
