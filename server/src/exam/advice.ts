import type { ProbeName } from '@clinic/contract/publisher/exams.ts'
import { sql } from '../db/statement.ts'
import type { Verdict } from '../domain/exams/exam-row.ts'
import { isInArabic } from '../domain/publishers/publishing-conditions.ts'
import { type Caused, cause, type ExamScene, skipped, verdict } from './exam-scene.ts'
import { outcomeInWords, sentInWords, wasTaken } from './observed.ts'

const used = sql<{ scope: string }>(`
  select distinct scope from scope_use where company_id = $1 and installation_id = $2`)

const advised = (probe: ProbeName, isGood: boolean, told: Parameters<typeof verdict>[2]): Verdict =>
  verdict(probe, isGood ? 'PASS' : 'WARN', told)

/** What clinics look at before they install, and what makes a plugin easier to rely on. */
export async function advice(scene: ExamScene, tour: readonly Caused[]): Promise<Verdict[]> {
  return [
    ...(scene.endpoint ? ofAddress(scene.endpoint.url, tour) : skipped(['redirect', 'tls'], NO_EVENTS)),
    await unusedScopes(scene),
    await privacyPage(scene),
    advised('icon', scene.hasIcon, [
      'The plugin.',
      'A picture of its own.',
      scene.hasIcon ? 'It has one.' : 'It has none.',
    ]),
    arabicTexts(scene),
    await settings(scene),
  ]
}

const NO_EVENTS = 'The manifest asks for no events.'

function ofAddress(url: string, tour: readonly Caused[]): Verdict[] {
  const answers = tour.flatMap(({ all }) => all.map(({ first_status }) => first_status ?? 0))
  const moved = answers.filter(status => status >= 300 && status < 400)
  const isSecure = url.startsWith('https:')
  const answered = answers.some(status => status > 0)
  return [
    advised('redirect', moved.length === 0, [
      `${answers.length} events.`,
      'No redirect: none is followed.',
      moved.length === 0 ? 'None was answered with one.' : `${moved.length} were answered with one.`,
    ]),
    advised('tls', isSecure && answered, [
      'Events to its address.',
      'https with a certificate that is valid.',
      isSecure ? (answered ? 'It is.' : 'It did not answer.') : 'The address begins with http.',
    ]),
  ]
}

/** Scopes that a clinic is asked for and that nothing made use of. */
async function unusedScopes({ inClinic, exam, manifest }: ExamScene): Promise<Verdict> {
  const rows = await inClinic(tx => tx.sql(used([tx.clinic.id, exam.installation_id])))
  const unused = manifest.requestedScopes.filter(scope => !rows.some(row => row.scope === scope))
  return advised('unused_scopes', unused.length === 0, [
    'All that the exam had the plugin do.',
    'Each required scope made use of.',
    unused.length === 0 ? 'Each was.' : `Not used: ${unused.join(', ')}.`,
  ])
}

async function privacyPage({ egress, manifest, rules }: ExamScene): Promise<Verdict> {
  const outcome = await egress.send({
    ...{ url: manifest.plugin.privacyPolicyUrl, method: 'GET', rawHeaders: [], deadlineMs: rules.answerMs },
    policy: { allowHttp: false, allowPrivate: false },
  })
  return advised('privacy_page', outcome.ok, [
    'GET of privacyPolicyUrl.',
    'An answer of 2xx, without a redirect.',
    `${outcomeInWords(outcome)}.`,
  ])
}

function arabicTexts({ manifest }: ExamScene): Verdict {
  const isThere = isInArabic(manifest)
  return advised('arabic_texts', isThere, [
    'The manifest.',
    'Every text in Arabic, too.',
    isThere ? 'Every text is there.' : 'Some texts are there in English alone.',
  ])
}

/** A clinic changes a setting: those who have settings are told of it. */
async function settings(scene: ExamScene): Promise<Verdict> {
  const { manifest, endpoint } = scene
  if (!manifest.settingsSchema) return skipped(['settings'], 'The manifest has no settings.')[0] ?? arabicTexts(scene)
  const told = ['A setting was changed.', 'plugin.settings.updated is asked for, and answered with 2xx.'] as const
  const hears = manifest.requestedEvents.some(type => type === 'plugin.settings.updated')
  if (!endpoint || !hears) return advised('settings', false, [...told, 'The manifest does not ask for the event.'])
  const caused = await cause(scene, 'plugin.settings.updated')
  const isTaken = caused?.sent !== undefined && wasTaken(caused.sent)
  return advised('settings', isTaken, [
    ...told,
    caused ? `${sentInWords(caused.sent)}.` : 'No setting could be changed.',
  ])
}
