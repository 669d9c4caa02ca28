/** What each thing is that the publishers' API answers. */
export const PUBLISHER_RESOURCES: Readonly<Record<string, string>> = {
  publisher: 'Who makes plugins, as clinics are shown it.',
  hostCheck: 'Whether the host of a publisher names it as its own.',
  ownPublisher: 'A publisher that the person belongs to, or is invited to.',
  acceptedMembership: 'That a person belongs to a publisher now.',
  publisherMember: 'A person who belongs to the publisher, or is invited to.',
  removedMember: 'That a person is out of the publisher.',
  ownPlugin: 'A plugin, as its publisher sees it.',
  manifestIssue: 'A problem of a manifest.',
  checkedManifest: 'What is wrong with a manifest.',
  ownInstallation: 'Where a plugin is installed, as its publisher sees it.',
  claimedInstallation: 'The key of an installation, in the answer that hands it over.',
  ownVersion: 'A version of a plugin, as its publisher sees it.',
  versionDifference: 'What a version changes against the last one published, and for how many clinics.',
  ownVersionWhole: 'A version with its manifest and what it changes.',
  publisherKey: 'A key of a program, without its text.',
  publisherKeyWithText: 'A key of a program, in the answer that makes it.',
}
