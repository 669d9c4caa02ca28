/** What each part of the publishers' API is about, as the documentation introduces it. */
export const PUBLISHER_TAGS: Readonly<Record<string, string>> = {
  Publishers: 'Who makes plugins, and what they say of themselves.',
  Team: 'Who belongs to a publisher, and as what.',
  'Own plugins': 'The plugins of a publisher.',
  Versions: 'What was uploaded of a plugin, tried and published.',
  Keys: 'What programs of a publisher call with.',
}
