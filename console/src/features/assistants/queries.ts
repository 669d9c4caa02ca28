import { queryOptions } from '@tanstack/react-query'
import { ask, askAll } from '../../lib/api.ts'

export const connectionKeys = { all: ['connections'] as const }

export const myConnections = queryOptions({
  queryKey: [...connectionKeys.all, 'mine'],
  queryFn: ({ signal }) => askAll('listConnections', {}, signal),
})

export const clinicConnections = queryOptions({
  queryKey: [...connectionKeys.all, 'clinic'],
  queryFn: ({ signal }) => askAll('listClinicConnections', {}, signal),
})

export const assistantPolicy = queryOptions({
  queryKey: ['assistant policy'],
  queryFn: ({ signal }) => ask('getAssistantPolicy', {}, signal),
})
