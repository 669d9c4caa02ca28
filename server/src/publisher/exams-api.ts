import { getExam, listExams, startExam } from '@clinic/contract/publisher/exams.ts'
import { examOf, examsOf } from '../domain/exams/own-exams.ts'
import { startExam as start } from '../domain/exams/start-exam.ts'
import { type Implementation, implement } from '../kernel/implement.ts'
import { presentExam } from '../present/exams.ts'
import type { PublisherDeps } from './publisher-deps.ts'

/** Exams of a publisher's own plugins, which a worker holds. */
export const examsApi = ({ checkUrl }: Pick<PublisherDeps, 'checkUrl'>): readonly Implementation[] => [
  implement(listExams, async (tx, which) => ({ data: (await examsOf(tx, which)).map(presentExam) })),
  implement(getExam, async (tx, which) => ({ data: presentExam(await examOf(tx, which)) })),
  implement(
    startExam,
    ({ url }) => checkUrl(url),
    async (tx, input, check) => {
      const started = await start(tx, input, check)
      return { data: started, changed: [started.id] }
    },
  ),
]
