import type { Bible } from '@pathlight/bible-library/open-bible.ts'
import type { SignUpMode } from '@pathlight/contracts/account-rules.ts'
import type { SystemReport } from '@pathlight/contracts/system.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import type { FastifyRequest } from 'fastify'
import type { getAbout } from './about/get-about.ts'
import type { Names } from './audit/audit-entries.ts'
import type { AdminBibles, RecordDeed } from './bible/admin-bibles.ts'
import type { DeviceLabels } from './history/devices.ts'
import type { Kind } from './kind.ts'
import type { Pictures } from './pictures/open-pictures.ts'
import type { Numbering } from './place-on-verses.ts'
import type { SessionsOfPeople } from './sync/open-streams.ts'
import type { BackupsReport } from './system/backups-report.ts'

/**
 * Records that an admin views a person's data. Called before the admin sees anything. `subjectId` null: the data of all
 * people.
 */
export type RecordLook = (
  request: FastifyRequest,
  look: { readonly subjectId: string | null; readonly what: 'audit' | 'export' | 'account' },
) => Promise<void>

/** The part of identity that admins see. */
type PeopleForAdmins = Names & {
  findPerson(name: string): Promise<string | null>
  findPeople(beginning: string, limit: number): Promise<readonly { readonly id: string; readonly username: string }[]>
  countPeople(): Promise<number>
  findUser(id: string): Promise<{
    readonly id: string
    readonly username: string
    readonly email: string
    readonly emailVerified: boolean
    readonly createdAt: string
  } | null>
  devicesOf(userId: string): Promise<
    readonly {
      readonly id: string
      readonly label: string
      readonly firstSeenAt: string
      readonly lastSeenAt: string
    }[]
  >
  signedInOn(userId: string): Promise<ReadonlySet<string>>
}

/** The stores and functions that the calls use. Each call names those that it uses. */
export type QueryDependencies = {
  readonly kinds: readonly Kind[]
  readonly numbering: Numbering
  readonly readModels: ReadModelStore
  readonly sessions: Sessions
  readonly bible: Bible
  readonly log: Pick<EventLog, 'readStream' | 'readEnds' | 'head'>
  readonly deviceLabels: DeviceLabels
  readonly identity: SessionsOfPeople
  /** The end of the log that the projector follows. */
  readonly logEnd: () => Promise<bigint>
  /** Records that the person of the request exports all their data. */
  readonly recordExport: (request: FastifyRequest) => Promise<unknown>
  readonly aboutTexts: Parameters<typeof getAbout>[2]['aboutTexts']
  readonly signUpMode: SignUpMode
  /** The public address of the app, if the settings name one. */
  readonly publicUrl: string | null
  /** The host of the provider at which people can log in; null: there is none. */
  readonly provider: string | null
  readonly pictures: Pictures
  readonly recordDeed: RecordDeed
  readonly shareText: AdminBibles['shareText']
  readonly backups: BackupsReport
  readonly report: () => Promise<SystemReport>
  /**
   * The token with which the operator calls from another machine; null: the operator can call only from this machine.
   */
  readonly operatorToken: string | null
  readonly isAdmin: (userId: string) => Promise<boolean>
  readonly people: PeopleForAdmins
  readonly recordLook: RecordLook
}
