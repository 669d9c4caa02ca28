import { QueryClient } from '@tanstack/react-query'
import { isProblem } from './problem.ts'

/** A refusal is an answer: it is shown, not asked for again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: (failures, error) => !isProblem(error) && failures < 2 },
    mutations: { retry: false, networkMode: 'always' },
  },
})
