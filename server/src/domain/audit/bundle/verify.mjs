// Checks a bundle of the audit, without a connection: node verify.mjs [keys.json]
// It prints OK and ends with 0, or the first day and record that differ and ends with 1.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const folder = dirname(fileURLToPath(import.meta.url))
const keysFile = process.argv[2] ? resolve(process.argv[2]) : join(folder, 'keys.json')

// Canonical JSON (RFC 8785).
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const names = Object.keys(value).sort()
  return `{${names.map(name => `${JSON.stringify(name)}:${canonical(value[name])}`).join()}}`
}
const sha256 = (...parts) => parts.reduce((digest, part) => digest.update(part), createHash('sha256')).digest()

// A tree's root from a leaf, its place and its proof (RFC 9162, section 2.1.3.2).
function rootFrom(leaf, index, size, proof) {
  let [place, last, root] = [index, size - 1, leaf]
  for (const step of proof.map(hash => Buffer.from(hash, 'hex'))) {
    if (last === 0) return undefined
    if (place % 2 === 1 || place === last) {
      root = sha256(Buffer.from([1]), step, root)
      while (place % 2 === 0 && place !== 0) [place, last] = [place / 2, Math.floor(last / 2)]
    } else root = sha256(Buffer.from([1]), root, step)
    ;[place, last] = [Math.floor(place / 2), Math.floor(last / 2)]
  }
  return last === 0 ? root.toString('hex') : undefined
}

const digits = (value, length) => value.toString(36).padStart(length, '0')
const nameOf = ({ recorded_at, id }) => `record aud_${digits(Date.parse(recorded_at), 9)}${digits(Number(id), 11)}`

const keys = new Map(
  JSON.parse(readFileSync(keysFile, 'utf8')).keys.map(({ kid, kty, crv, x }) => [
    kid,
    createPublicKey({ key: { kty, crv, x }, format: 'jwk' }),
  ]),
)
function isSigned({ signature, ...told }) {
  const key = keys.get(told.key)
  return key !== undefined && verify(null, Buffer.from(canonical(told)), key, Buffer.from(signature, 'hex'))
}

const faults = []
const found = (day, what) => faults.push({ day, what })
const linesOf = name => createInterface({ input: createReadStream(join(folder, name)), crlfDelay: Infinity })
const read = (line, what) => {
  try {
    return JSON.parse(line)
  } catch {
    found('', `${what} cannot be read`)
    return undefined
  }
}

const bundle = JSON.parse(readFileSync(join(folder, 'bundle.json'), 'utf8'))
if (!isSigned(bundle)) found('', 'bundle.json is not what was signed')

// Each head by its signature, and by the one before where that is here.
const heads = new Map()
let before
for await (const line of linesOf('heads.jsonl')) {
  const head = read(line, 'a line of heads.jsonl')
  if (!head) continue
  const seal = `seal ${head.number}`
  if (head.clinic !== bundle.clinic || !isSigned(head)) found(head.day, `${seal} is not what was signed`)
  const follows = before && head.number === before.number + 1
  if (follows && head.previous !== sha256(canonical(before)).toString('hex'))
    found(head.day, `${seal} does not follow from seal ${before.number}`)
  heads.set(`${head.day} ${head.size}`, head)
  const last = heads.get(head.day)
  if (!last || last.size <= head.size) heads.set(head.day, head)
  before = head
}

function checkRecord({ n, day, index, size, proof, record }) {
  const name = nameOf(record)
  if (record.company_id !== bundle.clinic || record.recorded_at.slice(0, 10) !== day)
    found(day, `${name} is of elsewhere`)
  const last = heads.get(day)
  if (index === null) {
    if (last && record.recorded_at < last.sealedTo) found(day, `${name} differs from what was sealed`)
    else unsealed += 1
    return
  }
  const leaf = sha256(Buffer.from([0]), canonical(record))
  const head = heads.get(`${day} ${size}`)
  if (!head) found(day, `${name} has no seal`)
  else if (rootFrom(leaf, index, size, proof) !== head.root) found(day, `${name} differs from what was sealed`)
  void n
}

const days = new Map()
let [records, unsealed, expected, previous] = [0, 0, 1, undefined]
for await (const line of linesOf('records.jsonl')) {
  const one = read(line, 'a line of records.jsonl')
  if (!one) continue
  const after = previous ? `after ${nameOf(previous)}` : 'before the first record'
  if (one.n !== expected) found(one.day, `a record is missing or was added ${after}`)
  ;[expected, previous, records] = [one.n + 1, one.record, records + 1]
  checkRecord(one)
  const day = days.get(one.day) ?? { records: 0, digest: createHash('sha256') }
  day.records += 1
  day.digest.update(`${line}\n`)
  days.set(one.day, day)
}
for (const { day, records: count, sha256: sum } of bundle.days) {
  const have = days.get(day)
  if (have?.records !== count) found(day, `${have?.records ?? 0} records are here of the ${count} that were exported`)
  else if (have.digest.digest('hex') !== sum) found(day, 'its lines are not what was exported')
  days.delete(day)
}
for (const day of days.keys()) found(day, 'it was not exported')

const [first] = faults
  .map((fault, order) => ({ ...fault, order }))
  .sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : one.order - other.order))
if (first) {
  console.log(`BROKEN ${first.day === '' ? 'the bundle' : `day ${first.day}`}: ${first.what}`)
  process.exitCode = 1
} else {
  console.log(`OK: ${records} records of ${bundle.days.length} days are what was sealed`)
  if (unsealed > 0)
    console.log(`${unsealed} of them were not sealed yet when the bundle was made: its signature alone covers them`)
  console.log(`Keys: ${[...keys.keys()].join(', ')}. They should be those of /.well-known/audit-keys.json`)
}
