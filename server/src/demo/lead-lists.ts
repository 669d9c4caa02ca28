import { openedAt } from './clock.ts'
import type { DemoContext } from './context.ts'

export const SOURCES = [
  ['Snapchat', ['Story ad', 'Influencer']],
  ['Instagram', ['Post', 'Story', 'Reel']],
  ['TikTok', ['Video ad', 'Live']],
  ['Google Maps', ['Call', 'Directions']],
  ['WhatsApp', ['Broadcast', 'Profile link']],
  ['Referral', ['Patient', 'Doctor', 'Employer']],
  ['Walk-in', ['Passing by', 'Event']],
] as const
export const REJECT_REASONS = ['Price', 'Distance', 'No answer three times', 'Treated elsewhere']
export const LINKS = ['Website form', 'Ramadan whitening campaign']

export const keyOf = (text: string) => text.toLowerCase().replaceAll(' ', '-')

/** Where leads come from and why they are lost. */
export function leadLists(context: DemoContext) {
  const { id } = context
  const at = openedAt(context)
  const stamps = { created_at: at, updated_at: at }
  return {
    referral_source: SOURCES.map(([name]) => ({ id: id('referral_source', name), name, ...stamps })),
    referral_sub_source: SOURCES.flatMap(([source, names]) =>
      names.map(name => ({
        id: id('referral_sub_source', source, name),
        source_id: id('referral_source', source),
        name,
        ...stamps,
      })),
    ),
    lead_reject_reason: REJECT_REASONS.map(name => ({ id: id('reject_reason', name), name, ...stamps })),
    lead_link: LINKS.map(name => ({ id: id('lead_link', keyOf(name)), name, ...stamps })),
  }
}
