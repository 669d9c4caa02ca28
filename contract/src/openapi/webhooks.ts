/** The events under `webhooks`: what is posted to the endpoints of an installation. */
import { Id, Timestamp } from '../fields.ts'
import type { JsonSchema } from '../json-schema.ts'
import type { EventDeclaration } from '../kernel.ts'
import type { Json, OperationObject, Parameter, PathItem, Reference, Response } from './document.ts'
import { inventedId } from './example-values.ts'
import { type PublishedSchemas, refTo } from './schemas.ts'

const header = (name: string, description: string, example: string, required = true): [string, Parameter] => [
  name,
  { name, in: 'header', required, description, schema: { type: 'string' }, example },
]

const DELIVERY_ID = inventedId('webhook_delivery')
const EVENT_ID = inventedId('event')

/** The headers of every delivery (specification, Signing and headers; Standard Webhooks). */
export const DELIVERY_HEADERS: Readonly<Record<string, Parameter>> = Object.fromEntries([
  header(
    'Service-Signature',
    'HMAC-SHA256, in hex, over "<t>.<raw body>" with the signing secret of the endpoint. While a secret is being rotated there are two v1 parts. Verify before parsing, and reject a t older than 5 minutes.',
    't=1783237330,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
  ),
  header('Service-Event-Id', 'The id of the event. Deliveries are at least once: ignore an id seen before.', EVENT_ID),
  header('Service-Delivery-Id', 'The id of this delivery.', DELIVERY_ID),
  header('Service-Delivery-Attempt', 'Which attempt this is, counted from 1.', '1'),
  header(
    'Service-Event-Test',
    'true on test events, and on no others: the data is the example of the event type, and its ids name no records.',
    'true',
    false,
  ),
  header('webhook-id', 'Standard Webhooks: the id of the event.', EVENT_ID),
  header('webhook-timestamp', 'Standard Webhooks: seconds since 1970.', '1783237330'),
  header(
    'webhook-signature',
    'Standard Webhooks: base64 signatures with the same secret, separated by spaces.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
])

/** What an update-type event says of before: any of the attributes in `data`. */
function previousSchema({ properties = {} }: JsonSchema): JsonSchema {
  const attributes = Object.entries(properties).filter(([name]) => name !== 'id' && name !== 'object')
  return {
    type: 'object',
    description: 'Previous values of the attributes that changed.',
    properties: Object.fromEntries(attributes),
  }
}

function envelopeSchema(
  { type, data, example, previousAttributes }: EventDeclaration,
  schemas: PublishedSchemas,
): Json {
  const about = (schema: JsonSchema) => schemas.answer(schema, [example.object])
  return {
    type: 'object',
    properties: {
      id: { ...Id, description: 'The id of the event: evt_…' },
      type: { type: 'string', const: type, description: 'What happened.' },
      apiVersion: { type: 'string', description: 'The version label, as in Service-Version.' },
      createdAt: { ...Timestamp, description: 'When it happened, UTC with milliseconds.' },
      companyId: { ...Id, description: 'The clinic.' },
      data: { ...about(data), description: 'What the event tells of its record, as it was then.' },
      ...(previousAttributes && { previousAttributes: about(previousSchema(data)) }),
    },
    required: [
      'id',
      'type',
      'apiVersion',
      'createdAt',
      'companyId',
      'data',
      ...(previousAttributes ? ['previousAttributes'] : []),
    ],
  }
}

const envelopeExample = (event: EventDeclaration, apiVersion: string): Json => ({
  id: EVENT_ID,
  type: event.type,
  apiVersion,
  createdAt: '2026-07-05T07:42:10.250Z',
  companyId: inventedId('clinic'),
  data: event.example,
  ...(event.previousAttributes && { previousAttributes: event.previousExample ?? {} }),
})

/** `claim.rejected_amount_updated` is handled by `onClaimRejectedAmountUpdated`. */
const handlerName = (type: string): string =>
  `on${type.replaceAll(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}`

const RESPONSES: Readonly<Record<string, Response>> = {
  '2XX': { description: 'Taken. Answer within 10 seconds, before doing the work.' },
  default: {
    description:
      'Not taken: any other status, a redirect, or no answer within 10 seconds. Retried with growing waits for about two and a half days.',
  },
}

const NEVER_SENT = 'Accepted in subscriptions, but never sent.'

function webhook(event: EventDeclaration, apiVersion: string, schemas: PublishedSchemas): OperationObject {
  const schema = schemas.answer(envelopeSchema(event, schemas), ['event'])
  const content = { schema, example: envelopeExample(event, apiVersion) }
  const headers: Reference[] = Object.keys(DELIVERY_HEADERS).map(name => refTo('parameters', name))
  return {
    operationId: handlerName(event.type),
    summary: event.type,
    description: event.neverSent ? `${event.summary} ${NEVER_SENT}` : event.summary,
    tags: ['Webhooks'],
    security: [],
    parameters: headers,
    requestBody: { required: true, content: { 'application/json': content } },
    responses: RESPONSES,
    ...(event.neverSent && { 'x-never-sent': true }),
  }
}

/** What is posted for each event. */
export const webhooksOf = (
  events: readonly EventDeclaration[],
  apiVersion: string,
  schemas: PublishedSchemas,
): Record<string, PathItem> =>
  Object.fromEntries(events.map(event => [event.type, { post: webhook(event, apiVersion, schemas) }]))
