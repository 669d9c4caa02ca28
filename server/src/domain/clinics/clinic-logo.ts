import { randomBytes } from 'node:crypto'
import { LOGO_BYTES, LOGO_TYPES } from '@clinic/contract/staff/clinic-settings.ts'
import { sql } from '../../db/statement.ts'
import { refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { LOGOS } from '../../kernel/values/picture-paths.ts'
import { isOfType } from '../../kernel/values/real-type.ts'

const NAME_BYTES = 18

const keep = sql(`
  insert into clinic_logo (company_id, name, content_type, image) values ($1, $2, $3, $4)
  on conflict (company_id) do update set name = excluded.name, content_type = excluded.content_type, image = excluded.image`)
const forget = sql('delete from clinic_logo where company_id = $1')

/** Keeps another picture of the clinic, or none; answers its path, which no one can guess. */
export async function changeLogo(tx: Tx, base64: string | null): Promise<string | null> {
  if (base64 === null) {
    await tx.sql(forget([tx.clinic.id]))
    return null
  }
  const image = Buffer.from(base64, 'base64')
  const type = LOGO_TYPES.find(one => isOfType(one, image))
  if (!type) refuseInput({ path: '/logo', code: 'format', message: 'must be a PNG, JPEG or WebP picture' })
  if (image.length > LOGO_BYTES)
    refuseInput({ path: '/logo', code: 'maxLength', message: `must be at most ${LOGO_BYTES} bytes` })
  const name = randomBytes(NAME_BYTES).toString('base64url')
  await tx.sql(keep([tx.clinic.id, name, type, image]))
  return `${LOGOS}/${name}`
}
