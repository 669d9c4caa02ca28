import { randomUUID } from 'node:crypto'
import { newId } from '@clinic/server/kernel/values/ids.ts'
import type { NextRequest } from './load.ts'
import type { SeededClinic } from './seed.ts'

const pick = <Item>(items: readonly Item[], n: number): Item => items[n % items.length] as Item
const get = (path: string, token = '') =>
  `GET ${path} HTTP/1.1\r\nhost: b\r\n${token && `authorization: Bearer ${token}\r\n`}\r\n`
function post(path: string, body: string, headers = ''): string {
  return `POST ${path} HTTP/1.1\r\nhost: b\r\ncontent-type: application/json\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

/** One kind of request, for the product and for the bare handler. */
export interface Case {
  name: string
  wanted: string
  product: NextRequest
  bare: NextRequest
}

let fileNumber = 50_000_000

/** Read by id, list and create, over the clinics in turn. */
export function casesOf(clinics: readonly SeededClinic[]): Case[] {
  let n = 0
  const clinic = () => pick(clinics, ++n)
  const patientIn = ({ patientIds }: SeededClinic) => pick(patientIds, Math.floor(n / clinics.length))
  return [
    {
      name: 'read by id',
      wanted: '200',
      product: () => {
        const one = clinic()
        return get(`/api/v1/patients/${patientIn(one)}`, one.token)
      },
      bare: () => {
        const one = clinic()
        return get(`/bare/${one.id}/patients/${patientIn(one)}`)
      },
    },
    {
      name: 'list 25',
      wanted: '200',
      product: () => get('/api/v1/patients', clinic().token),
      bare: () => get(`/bare/${clinic().id}/patients`),
    },
    {
      name: 'create',
      wanted: '201',
      product: () => {
        const { token, branchId } = clinic()
        const body = JSON.stringify({ branchId, firstName: 'Bench', lastName: 'Patient', phoneNumber: '+966500001234' })
        return post('/api/v1/patients', body, `authorization: Bearer ${token}\r\nidempotency-key: ${randomUUID()}\r\n`)
      },
      bare: () => {
        const { id, branchId } = clinic()
        const record = {
          id: newId('pat'),
          fileNumber: String(++fileNumber),
          branchId,
          firstName: 'Bench',
          lastName: 'Patient',
          phoneNumber: '+966500001234',
          searchText: `bench patient +966500001234 ${fileNumber}`,
        }
        return post(`/bare/${id}/patients`, JSON.stringify(record))
      },
    },
  ]
}
