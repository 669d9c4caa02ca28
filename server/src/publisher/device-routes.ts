import { isRecord } from '@clinic/contract/json-schema.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { beginDeviceLogin, DEVICE_KEY, DEVICE_LOGIN, redeemDeviceLogin } from '../domain/publishers/device-login.ts'
import type { StaffDeps } from '../domain/staff/staff-deps.ts'
import type { AddressOf } from '../http/admit.ts'
import type { Strangers } from '../http/strangers.ts'

export interface DeviceRoutesDeps extends StaffDeps {
  strangers: Strangers
  addressOf: AddressOf
  /** Where a person approves a program. */
  activateUrl: string
}

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code'
const LONGEST_BODY = 4_096
const DAY_SECONDS = 86_400

const fieldIn = (body: unknown, name: string): string => {
  const value = isRecord(body) ? body[name] : undefined
  return typeof value === 'string' ? value : ''
}

/** A refusal as RFC 6749 section 5.2 words it. */
const refused = (reply: FastifyReply, error: string, more: Record<string, unknown> = {}) =>
  reply.code(400).send({ error, ...more })

/**
 * How a program on a developer's machine gets a key without a browser of its own (RFC 8628): it shows a code, which a person
 * enters at /activate, and asks until that was approved.
 */
export function deviceRoutes(scope: FastifyInstance, deps: DeviceRoutesDeps): void {
  const { strangers, addressOf, activateUrl } = deps
  scope.register(async inside => {
    inside.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: LONGEST_BODY },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
    )

    inside.post('/device', { bodyLimit: LONGEST_BODY }, async (request, reply) => {
      strangers.requireWrite(request)
      const clientName = fieldIn(request.body, 'client_id')
      if (clientName === '') return refused(reply, 'invalid_client')
      const { deviceCode, userCode } = await beginDeviceLogin(deps, { clientName, address: addressOf(request) })
      return reply.send({
        device_code: deviceCode,
        user_code: userCode,
        verification_uri: activateUrl,
        verification_uri_complete: `${activateUrl}?user_code=${userCode}`,
        expires_in: DEVICE_LOGIN.lifetimeSeconds,
        interval: DEVICE_LOGIN.intervalSeconds,
      })
    })

    inside.post('/device/token', { bodyLimit: LONGEST_BODY }, async (request, reply) => {
      if (fieldIn(request.body, 'grant_type') !== GRANT) return refused(reply, 'unsupported_grant_type')
      const asked = {
        deviceCode: fieldIn(request.body, 'device_code'),
        address: addressOf(request),
        requestId: request.id,
      }
      const answer = await redeemDeviceLogin(deps, asked)
      if ('key' in answer)
        return reply.send({
          access_token: answer.key,
          token_type: 'Bearer',
          expires_in: DEVICE_KEY.days * DAY_SECONDS,
          scope: answer.rights.join(' '),
          publisher_id: answer.publisherId,
        })
      const { error, interval } = answer
      if (error !== 'invalid_grant') return refused(reply, error, interval === undefined ? {} : { interval })
      // A guess: of one network few are looked at.
      const wait = strangers.takeRefusal(request)
      if (wait > 0) return reply.code(429).header('retry-after', wait).send({ error: 'slow_down', interval: wait })
      return refused(reply, error)
    })
  })
}
