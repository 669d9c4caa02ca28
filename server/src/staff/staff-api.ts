import { API_VERSION } from '@clinic/contract/api-version.ts'
import { staffOpenapi } from '@clinic/contract/staff/openapi.ts'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { answerer } from '../http/field-scopes.ts'
import { type StaticAnswer, sendStatic, staticAnswer } from '../http/static-answer.ts'
import { accountApi } from './account-api.ts'
import { assistantsApi } from './assistants-api.ts'
import type { StaffImplementation } from './implement-staff.ts'
import { membersApi } from './members-api.ts'
import { requireOrigin } from './require-origin.ts'
import { sessionApi } from './session-api.ts'
import type { StaffApiDeps } from './staff-call.ts'
import { sendStaffProblem } from './staff-problems.ts'

export interface StaffOptions extends StaffApiDeps {
  /** The pages that changes are taken from. */
  origins: ReadonlySet<string>
  /** The public address of the service. */
  serverUrl: string
}

export const staffImplementations: readonly StaffImplementation[] = [
  ...sessionApi,
  ...accountApi,
  ...membersApi,
  ...assistantsApi,
]

/** The console's own API, /staff/v1, and its description. */
export function staffApi(options: StaffOptions): FastifyPluginAsync {
  return async scope => {
    await scope.register(
      async app => {
        app.setErrorHandler((error, request, reply) => sendStaffProblem(error, request, reply))
        app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
        app.addHook('onRequest', requireOrigin(options.origins))
        for (const implementation of staffImplementations) mountStaff(app, implementation, options)
        describe(app, options)
      },
      { prefix: '/staff/v1' },
    )
  }
}

/** One operation at its route: who may, the input, what it does, and of the answer what is declared. */
function mountStaff(app: FastifyInstance, { operation, handle }: StaffImplementation, deps: StaffApiDeps): void {
  const { id, method, path, status } = operation
  const { write } = answerer(operation)
  app.route({
    method,
    url: path,
    config: { operation: id },
    async handler(request, reply) {
      const answer = await handle(deps, { request, reply, address: deps.addressOf(request) })
      return reply
        .code(status)
        .header('content-type', 'application/json; charset=utf-8')
        .send(write(answer, () => true))
    },
  })
}

/** The description is written when it is first read. */
function describe(app: FastifyInstance, { serverUrl }: StaffOptions): void {
  let answer: Promise<StaticAnswer> | undefined
  app.get('/openapi.json', async (request, reply) => {
    answer ??= description(serverUrl)
    return sendStatic(request, reply, await answer)
  })
}

function description(serverUrl: string): Promise<StaticAnswer> {
  const operations = staffImplementations.map(({ operation }) => operation)
  const document = staffOpenapi({ serverUrl, version: API_VERSION, operations })
  return staticAnswer('application/json; charset=utf-8', JSON.stringify(document))
}
