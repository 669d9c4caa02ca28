import { isPermitted } from '@clinic/contract/staff/permissions.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { use } from 'react'
import { clinicApi } from '../lib/clinic.ts'
import { useTexts } from '../lib/language-choice.tsx'
import { useClinic } from '../lib/use-session.ts'
import { plainName } from '../ui/isolated.tsx'
import { keyTexts } from './key-texts.ts'
import type { Choice } from './palette-choice.ts'
import { hrefOf } from './rooms.ts'
import { WorkplaceRooms } from './workplace-rooms.ts'

/** While a person types, nothing is asked for. */
const PAUSE_MS = 200
const SHORTEST = 2

/** The patients of the clinic whom a few letters or digits mean, the most likely ones first. */
export function usePeople(typed: string): readonly Choice[] {
  const t = useTexts(keyTexts)
  const navigate = useNavigate()
  const clinic = useClinic()
  const isClinic = use(WorkplaceRooms) === undefined
  const [q] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const isAsked = q.length >= SHORTEST && typed.trim().length >= SHORTEST
  const mayAsk = isClinic && clinic?.mayEnter === true && isPermitted(clinic.role, 'patients:read')
  const { data } = useQuery({
    ...clinicApi(clinic?.id ?? '').one('searchClinic', { q }),
    enabled: mayAsk && isAsked,
    placeholderData: keepPreviousData,
  })
  if (!data || !mayAsk || !isAsked) return []
  return data.patients.map(({ id, name, fileNumber, clinicFileNumber, phoneNumber, phoneNumberMasked }) => ({
    key: id,
    name: plainName(name),
    about: t.patient(clinicFileNumber ?? String(fileNumber), phoneNumber ?? phoneNumberMasked ?? ''),
    act: () => void navigate({ to: hrefOf(clinic.id, 'patient', { id, tab: 'details' }) }),
  }))
}
