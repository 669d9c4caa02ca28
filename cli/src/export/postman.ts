import type { ExampleParameter, ExampleRequest, RequestFamily } from '../example-request.ts'

/** What is not required is there, and not sent until it is ticked. */
const parameter = ({ name, value, words, required }: ExampleParameter) => ({
  ...{ key: name, value, description: words },
  ...(!required && { disabled: true }),
})

function itemOf({ name, method, path, words, inPath, query, body, keyed }: ExampleRequest) {
  const sent = query.filter(({ required }) => required).map(one => `${one.name}=${one.value}`)
  const raw = `{{baseUrl}}${path}${sent.length > 0 ? `?${sent.join('&')}` : ''}`
  const header = [
    ...(body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
    ...(keyed ? [{ key: 'Idempotency-Key', value: '{{$guid}}' }] : []),
  ]
  const url = {
    ...{ raw, host: ['{{baseUrl}}'], path: path.split('/').filter(Boolean) },
    ...(query.length > 0 && { query: query.map(parameter) }),
    ...(inPath.length > 0 && { variable: inPath.map(({ name: key, value }) => ({ key, value })) }),
  }
  const options = { raw: { language: 'json' } }
  const shown = body !== undefined && { body: { mode: 'raw', raw: JSON.stringify(body, null, 2), options } }
  return { name, request: { method, header, url, description: words, ...shown } }
}

/** A Postman collection, format 2.1. The token is for the person to enter: it is not in it. */
export const postmanOf = (families: readonly RequestFamily[], baseUrl: string) => ({
  info: { name: 'Clinic plugin API', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
  variable: [
    { key: 'baseUrl', value: baseUrl },
    { key: 'token', value: '' },
  ],
  item: families.map(({ name, requests }) => ({ name, item: requests.map(itemOf) })),
})
