import { createPublisherKey, listPublisherKeys, revokePublisherKey } from '@clinic/contract/publisher/keys.ts'
import {
  addPublisherMember,
  changePublisherMember,
  listPublisherMembers,
  removePublisherMember,
} from '@clinic/contract/publisher/members.ts'
import {
  acceptPublisherMembership,
  checkPublisherHost,
  createPublisher,
  getPublisher,
  listOwnPublishers,
  updatePublisher,
} from '@clinic/contract/publisher/publishers.ts'
import * as creation from '../domain/publishers/create-publisher.ts'
import { createKey, keysOf, revokeKey } from '../domain/publishers/keys.ts'
import * as members from '../domain/publishers/members.ts'
import * as publishers from '../domain/publishers/publishers.ts'
import { askHost, keepHost } from '../domain/publishers/verify-host.ts'
import { type Implementation, implement } from '../kernel/implement.ts'
import { presented } from '../kernel/record-operations.ts'
import {
  presentKey,
  presentKeyWithText,
  presentMember,
  presentOwnPublisher,
  presentPublisher,
} from '../present/publishers.ts'
import type { PublisherDeps } from './publisher-deps.ts'

/** Who makes plugins: publishers, who belongs to them, and the keys of their programs. */
export const publishersApi = ({ run, fetchFrom }: PublisherDeps): readonly Implementation[] => [
  implement(listOwnPublishers, async login => ({
    data: (await publishers.ownPublishers(login)).map(presentOwnPublisher),
  })),
  implement(createPublisher, async (login, input) => ({
    data: presentPublisher(await creation.createPublisher(login, input)),
  })),
  implement(acceptPublisherMembership, async (login, { memberId }) => ({
    data: await publishers.acceptMembership(login, memberId),
  })),
  implement(getPublisher, presented(publishers.currentPublisher, presentPublisher)),
  implement(updatePublisher, presented(publishers.changePublisher, presentPublisher)),
  implement(
    checkPublisherHost,
    ({ publisherId }) => askHost(run, fetchFrom, publisherId),
    async (tx, _input, found) => ({ data: await keepHost(tx, found) }),
  ),
  implement(listPublisherMembers, async tx => ({
    data: (await members.membersOf(tx)).map(row => presentMember(row, tx.clinic)),
  })),
  implement(addPublisherMember, presented(members.addMember, presentMember)),
  implement(changePublisherMember, async (tx, change) => {
    const { member, ended } = await members.changeMember(tx, change)
    return { data: presentMember(member, tx.clinic), changed: ended }
  }),
  implement(removePublisherMember, async (tx, { id }) => ({
    changed: await members.removeMember(tx, id),
    data: { id, removed: true },
  })),
  implement(listPublisherKeys, async tx => ({
    data: (await keysOf(tx)).map(row => presentKey(row, tx.clinic)),
  })),
  implement(createPublisherKey, presented(createKey, presentKeyWithText)),
  implement(
    revokePublisherKey,
    presented((tx, { id }) => revokeKey(tx, id), presentKey),
  ),
]
