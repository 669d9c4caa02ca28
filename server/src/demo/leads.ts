import { contactSearchText } from '../domain/leads/contact-search.ts'
import { DAY_MS, HOUR_MS, iso, openedAt } from './clock.ts'
import type { DemoContext, DemoStep } from './context.ts'
import { keyOf, LINKS, leadLists, REJECT_REASONS, SOURCES } from './lead-lists.ts'
import { localPrice } from './local-price.ts'
import { localPerson } from './names.ts'

/** Key, name, color, days until something is due, share of leads that are there. Won and Lost are last. */
const STAGES = [
  ['new', 'New', '#1d5fa8', 1, 10],
  ['contacted', 'Contacted', '#0f7d8c', 2, 9],
  ['booked', 'Consultation booked', '#8a5a00', 3, 8],
  ['attended', 'Attended', '#7a1f6b', 7, 6],
  ['plan-sent', 'Plan sent', '#5c6f1f', 7, 5],
  ['won', 'Won', '#1f7a5c', null, 15],
  ['lost', 'Lost', '#a83a1d', null, 7],
] as const
type StageKey = (typeof STAGES)[number][0]

/** In riyals: from a check-up to implants with their crowns. */
const DEALS = [500, 850, 1400, 2200, 2500, 4800, 7500, 12_000, 14_500, 18_000]
const NOTES = ['Prefers the evening', 'يفضل الاتصال بعد المغرب', 'Asked for instalments', 'Wants a female doctor']

const LEADS_PER_PATIENT = 60 / 400
const LEADS_IN_ALL = STAGES.reduce((sum, [, , , , share]) => sum + share, 0)
const HISTORY_DAYS = 100
/** Beyond the phones of patients, below those of staff. */
const FIRST_PHONE = 2_000

type Patient = ReturnType<typeof newcomers>[number]

interface Draft {
  index: number
  stage: StageKey
  createdMs: number
  stagedMs: number
  patient: Patient | undefined
}

/** Patients whose file was opened lately and who share their phone with no other: some of them came as leads. */
function newcomers({ made, now }: DemoContext) {
  const patients = made('patient')
  const sharing = Map.groupBy(patients, ({ phone_number }) => phone_number)
  const isRecent = (at: string) => Date.parse(at) > now - HISTORY_DAYS * DAY_MS
  return patients.filter(
    ({ created_at, phone_number }) => phone_number && isRecent(created_at) && sharing.get(phone_number)?.length === 1,
  )
}

function drafts(context: DemoContext): Draft[] {
  const { plan, random, now } = context
  const candidates = newcomers(context)
  const count = Math.round(plan.patients * LEADS_PER_PATIENT)
  const stages = STAGES.flatMap(([key, , , , share]) =>
    Array.from({ length: Math.round((share * count) / LEADS_IN_ALL) }, () => key),
  )
  return stages.flatMap((stage, index): Draft[] => {
    if (stage !== 'won') {
      const createdMs = now - Math.floor((0.05 + random.next() * (stage === 'new' ? 2 : 60)) * DAY_MS)
      const stagedMs = stage === 'new' ? createdMs : createdMs + Math.floor((now - createdMs) * random.next())
      return [{ index, stage, createdMs, stagedMs, patient: undefined }]
    }
    const patient = candidates.splice(Math.floor(candidates.length * random.next()), 1)[0]
    if (!patient) return []
    const stagedMs = Date.parse(patient.created_at)
    return [{ index, stage, createdMs: stagedMs - random.integer(1, 20) * DAY_MS - HOUR_MS, stagedMs, patient }]
  })
}

function contactRow({ id, plan, random }: DemoContext, { index, patient, createdMs }: Draft) {
  const person = localPerson(random, random.chance(0.6) ? 'female' : 'male')
  const script = random.chance(0.5) ? 1 : 0
  const at = iso(createdMs)
  const known = patient && [patient.first_name, patient.last_name].filter(Boolean).join(' ')
  const said = {
    name: known ?? `${person.first[script]} ${person.last[script]}`,
    phone:
      patient?.phone_number ?? `${plan.phoneBlock}${String(plan.firstPhone + FIRST_PHONE + index).padStart(4, '0')}`,
    email: random.chance(0.3) ? `lead${index + 1}@leads.example` : null,
  }
  return { id: id('contact', index + 1), ...said, search_text: contactSearchText(said), created_at: at, updated_at: at }
}

/** Who takes leads, in the order of their ids, as turns are taken. */
const agentsOf = ({ made }: DemoContext) =>
  made('practitioner')
    .filter(({ takes_leads }) => takes_leads)
    .map(({ id }) => id)
    .sort()

function leadRow(context: DemoContext, draft: Draft, referenceId: number, place: number) {
  const { id, random, made, now } = context
  const { index, stage, createdMs, stagedMs, patient } = draft
  const [source, subSources] = random.pick(SOURCES)
  const hasSource = random.chance(0.9)
  const dueDays = STAGES.find(([key]) => key === stage)?.[3] ?? null
  const agents = agentsOf(context)
  const spoke = stage !== 'new' && random.chance(0.8)
  const lastMs = spoke ? Math.min(now, stagedMs + random.integer(1, 30) * HOUR_MS) : null
  return {
    id: id('lead', index + 1),
    reference_id: referenceId,
    contact_id: id('contact', index + 1),
    branch_id: patient?.branch_id ?? random.pick(made('branch')).id,
    stage_id: id('leadStage', stage),
    sort_order: place,
    deal_size_minor: random.chance(0.85) ? localPrice(context, random.pick(DEALS)) : null,
    score: random.chance(0.7) ? random.integer(5, 95) : null,
    due_at: dueDays === null ? null : iso(stagedMs + dueDays * DAY_MS),
    patient_id: patient?.id ?? null,
    assigned_to_id: agents[(referenceId - 1) % agents.length] ?? null,
    lead_link_id: random.chance(0.3) ? id('lead_link', keyOf(random.pick(LINKS))) : null,
    reject_reason_id: stage === 'lost' && random.chance(0.85) ? id('reject_reason', random.pick(REJECT_REASONS)) : null,
    referral_source_id: hasSource ? id('referral_source', source) : null,
    referral_sub_source_id:
      hasSource && random.chance(0.7) ? id('referral_sub_source', source, random.pick(subSources)) : null,
    notes: random.chance(0.3) ? random.pick(NOTES) : null,
    staged_at: iso(stagedMs),
    journeyed_at: patient ? iso(stagedMs) : null,
    last_interaction_at: lastMs === null ? null : iso(lastMs),
    created_at: iso(createdMs),
    updated_at: iso(Math.max(stagedMs, lastMs ?? 0)),
  }
}

/** The way through the stages to where the lead is now; no lead is lost before being spoken to. */
function movesOf({ id, random }: DemoContext, { index, stage, createdMs, stagedMs }: Draft) {
  const at = STAGES.findIndex(([key]) => key === stage)
  const between = STAGES.slice(1, Math.min(at, STAGES.length - 2)).map(([key]) => key)
  const way: StageKey[] = stage === 'new' ? ['new'] : ['new', ...between.filter(() => random.chance(0.8)), stage]
  return way.map((to, step) => {
    const from = way[step - 1]
    const moved = iso(createdMs + Math.floor(((stagedMs - createdMs) * step) / Math.max(1, way.length - 1)))
    return {
      id: id('lead_move', index + 1, step),
      lead_id: id('lead', index + 1),
      from_stage_id: from === undefined ? null : id('leadStage', from),
      to_stage_id: id('leadStage', to),
      moved_by: 'system demo',
      created_at: moved,
      updated_at: moved,
    }
  })
}

/** Leads on their way through the pipeline; a quarter of them are patients by now. */
export const leadsStep: DemoStep = {
  name: 'leads',
  rows(context) {
    const { id } = context
    const byAge = drafts(context).toSorted((one, other) => one.createdMs - other.createdMs)
    const places = new Map<StageKey, number>()
    const lead = byAge.map((draft, index) => {
      const place = (places.get(draft.stage) ?? 0) + 1
      places.set(draft.stage, place)
      return leadRow(context, draft, index + 1, place)
    })
    const at = openedAt(context)
    return {
      ...leadLists(context),
      lead_stage: STAGES.map(([key, name, color, dueDays], index) => ({
        id: id('leadStage', key),
        name,
        color,
        sort_order: index + 1,
        due_days: dueDays,
        require_reject: key === 'lost',
        total_leads: places.get(key) ?? 0,
        created_at: at,
        updated_at: at,
      })),
      contact: byAge.map(draft => contactRow(context, draft)),
      lead,
      lead_move: byAge.flatMap(draft => movesOf(context, draft)),
      clinic_counter: [{ name: 'lead', value: lead.length }],
    }
  },
}
