/** What each thing is that the publishers' API answers. */
export const PUBLISHER_RESOURCES: Readonly<Record<string, string>> = {
  publisher: 'Who makes plugins, as clinics are shown it.',
  ownPublisher: 'A publisher that the person belongs to, or is invited to.',
  acceptedMembership: 'That a person belongs to a publisher now.',
  publisherMember: 'A person who belongs to the publisher, or is invited to.',
  removedMember: 'That a person is out of the publisher.',
  publisherKey: 'A key of a program, without its text.',
  publisherKeyWithText: 'A key of a program, in the answer that makes it.',
}
