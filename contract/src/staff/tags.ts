/** What each part of the console's API is about, as the documentation introduces it. */
export const STAFF_TAGS: Readonly<Record<string, string>> = {
  Session: 'Who is logged in, in which clinic, and whether they just proved it again.',
  Account: 'What a person changes about their own login: language, password, second factor.',
  'Password resets': 'A new password by e-mail.',
  Workplace: 'The clinic that one works in.',
  Members: 'Who works in the clinic, and as what.',
  Invitations: 'How people come to work in a clinic.',
  Plugins: 'What the clinic can install, and what each asks for.',
  'Installed plugins': 'What the clinic has installed, what it agreed to, and how it is changed, stopped and removed.',
  'Plugin keys': 'What plugins call with.',
  'Plugin endpoints': 'Where the events go that plugins are told.',
  Assistants: 'Which assistants are connected, what they read, and which may be connected.',
  'Clinic security': 'What the clinic asks of logins.',
  Notices: 'What the people of the clinic are to look at.',
}
