import type { ClientBase } from 'pg'
import type { SecretBox } from '../kernel/values/secret-box.ts'
import type { SealedColumn } from './sealed-columns.ts'

const BATCH = 500

/**
 * Seals every value of the column with the first master key. Rows are walked in the order of their keys, a batch at a
 * time; a value that another process replaces meanwhile is left as it is, for it has been sealed with the first key then. It
 * can be ended and started again at any time. Answers how many were sealed anew, and how many were `current` already.
 */
export async function reseal(client: ClientBase, box: SecretBox, column: SealedColumn) {
  const { table, column: name, key, where, purpose, mac } = column
  const keys = key.join(', ')
  const places = key.map((_, index) => `$${index + 1}`).join(', ')
  const page = `select array[${keys}] as key, ${name} as value from ${table}
    where ${where} and (${keys}) > (${places}) order by ${keys} limit ${BATCH}`
  const alsoMac = mac ? `, ${mac.column} = $${key.length + 3}` : ''
  const replace = `update ${table} set ${name} = $${key.length + 1}${alsoMac}
    where (${keys}) = (${places}) and ${name} = $${key.length + 2}`
  const done = { table, resealed: 0, current: 0 }
  let after = key.map(() => '')
  for (;;) {
    const { rows } = await client.query<{ key: string[]; value: Buffer }>(page, after)
    for (const { key: of, value } of rows) {
      if (box.isCurrent(value)) done.current++
      else {
        const plain = box.open(value, purpose(...of))
        const macs = mac ? [mac.of(box, plain.toString(), ...of)] : []
        const values = [...of, box.seal(plain, purpose(...of)), value, ...macs]
        done.resealed += (await client.query(replace, values)).rowCount ?? 0
      }
    }
    after = rows.at(-1)?.key ?? after
    if (rows.length < BATCH) return done
  }
}
