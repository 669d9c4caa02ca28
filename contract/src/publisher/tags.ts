/** What each part of the publishers' API is about, as the documentation introduces it. */
export const PUBLISHER_TAGS: Readonly<Record<string, string>> = {
  Publishers: 'Who makes plugins, and what they say of themselves.',
  Team: 'Who belongs to a publisher, and as what.',
  'Own plugins': 'The plugins of a publisher.',
  Versions: 'What was uploaded of a plugin, tried and published.',
  'Install links': 'How clinics find a plugin that is private.',
  'Test installations': 'Trying versions in the own sandbox.',
  Exams: 'Whether a version bears what goes wrong, before it is listed.',
  Installations: 'Where plugins are installed, and how they stand there.',
  'Installation keys': 'What plugins call with, where their publisher has the keys.',
  'Own deliveries': 'What was sent to installations, and what came of it.',
  'Own requests': 'What installations asked for, and what came of it.',
  'Device logins': 'Programs that wait to be approved by what a person types in a browser (RFC 8628).',
  Keys: 'What programs of a publisher call with.',
}
