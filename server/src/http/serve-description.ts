import type { OpenApiDocument } from '@clinic/contract/openapi.ts'
import type { FastifyInstance } from 'fastify'
import { type StaticAnswer, sendStatic, staticAnswer } from './static-answer.ts'

/** Serves the description of a surface below its path; it is written when it is first read. */
export function serveDescription(scope: FastifyInstance, describe: () => OpenApiDocument): void {
  let answer: Promise<StaticAnswer> | undefined
  scope.get('/openapi.json', async (request, reply) => {
    answer ??= staticAnswer('application/json; charset=utf-8', JSON.stringify(describe()))
    return sendStatic(request, reply, await answer)
  })
}
