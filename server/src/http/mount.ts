import type { Operation, RateClass } from '@clinic/contract/kernel.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Implementation } from '../kernel/implement.ts'
import { type AddressOf, admit, admitAgain } from './admit.ts'
import { type PipelineDeps, served } from './call.ts'
import { performer } from './perform.ts'
import { problemHandler } from './problems.ts'
import type { Strangers } from './strangers.ts'
import type { Surface } from './surface.ts'

/**
 * Serves the operations of a surface below its path. Every request goes the same way: who asks, rate, whether they may,
 * idempotency key (admit.ts); input (validate.ts); run (read.ts, write.ts); whitelist (whitelist.ts); audit (record.ts).
 * `also` adds what else is served there.
 */
export function mount<Known>(
  app: FastifyInstance,
  surface: Surface<Known>,
  implementations: readonly Implementation[],
  deps: PipelineDeps & { addressOf: AddressOf; strangers: Strangers },
  also: (scope: FastifyInstance) => void = () => undefined,
): void {
  app.register(
    async scope => {
      const { first } = surface
      scope.setErrorHandler(problemHandler(surface.wording, deps.strangers))
      if (first) scope.addHook('onRequest', async (request, reply) => first(request, reply))
      for (const implementation of implementations) {
        const { operation } = implementation
        const config = { operation: operation.id, rateClass: operation.rateClass }
        const noted = surface.answered?.(operation)
        const admitted = admit(operation, surface, deps)
        const onRequest = (request: FastifyRequest, reply: FastifyReply) => {
          request.noted = noted
          return admitted(request, reply)
        }
        const again = (request: FastifyRequest, reply: FastifyReply) => admitAgain(operation, surface, request, reply)
        const handler = performer(served(implementation, surface, deps), again)
        for (const url of addressesOf(operation))
          scope.route({
            ...{ method: operation.method, url, prefixTrailingSlash: 'slash', config },
            ...{ onRequest, handler },
            onResponse(request, reply, done) {
              noted?.(request, reply)
              done()
            },
          })
      }
      also(scope)
    },
    { prefix: surface.document.base },
  )
}

/** What lies at the path of the surface itself is found there with a slash, as its description writes it, and without. */
const addressesOf = ({ path }: Operation): string[] => (path === '/' ? ['', '/'] : [path])

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation's id, for metrics and logs. */
    operation?: string
    /** Which of the caller's rate limits it takes of, for metrics. */
    rateClass?: RateClass
  }
}
