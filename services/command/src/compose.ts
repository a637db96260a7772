import { CAPTCHA_SERVICES } from '@pathlight/contracts/captcha-rules.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Jobs } from '@pathlight/jobs/jobs.ts'
import type { Document, ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import type { Stores } from '@pathlight/runtime/engines.ts'
import type { Serving } from '@pathlight/runtime/serving.ts'
import { closeWhenDue } from './accounts/close-when-due.ts'
import { openProvider } from './accounts/oidc/provider.ts'
import { openAdmins } from './admins/admins.ts'
import { commandRoutes } from './app.ts'
import { openCaptcha } from './contact/open-captcha.ts'
import type { CommandWork } from './dependencies.ts'
import { createImporter } from './import/importer.ts'
import { kinds } from './kinds.ts'
import { createQuota } from './quota.ts'
import { openTaggedItems, taggedModel } from './tagged-items.ts'

type Owned = Document & { readonly user_id: string }

/** The read models whose documents count as items. */
const countedModels = kinds.flatMap(({ counted: name }) => (name === null ? [] : [{ name }]))

/** Counts a person's items in these read models, for quotas. */
const itemCounter = (readModels: Pick<ReadModelStore, 'collection'>) => {
  const counted = countedModels.map((model) => readModels.collection<Owned>(model))
  return async (userId: string): Promise<number> => {
    const counts = await Promise.all(counted.map((documents) => documents.count({ user_id: userId })))
    return counts.reduce((sum, count) => sum + count, 0)
  }
}

/** How long a write near the limit of items waits for the read models, in milliseconds. */
const CATCH_UP_MS = 2_000

const BYTES_A_MB = 1_000_000

type ForCommand = Omit<Serving, 'stores'> & {
  readonly stores: Omit<Stores, 'jobs'> & {
    readonly jobs: Pick<
      Jobs<CommandWork>,
      'add' | 'failedJobs' | 'tryAgain' | 'dismiss' | 'every' | 'stopEvery' | 'schedule'
    >
  }
}

/** Composes the command service from what its process has opened: its calls, and its functions for other services. */
export const composeCommand = ({ config, stores, bible, served, sessions, sendsMail }: ForCommand) => {
  const { limits } = config
  const admins = openAdmins({ ...stores, emails: config.ADMIN_EMAILS })
  // Versions without an installed text are known, too: people import notes on such versions, and go on writing in what
  // they have on a version whose text was removed.
  const knowsVersion = (code: string) => bible.chapters.sourceOf(code) !== null || bible.library.knows(code)
  const verseText = (code: string, verseId: number): string | null =>
    bible.library.version(code) === null
      ? null
      : (bible.library.verses(code, verseId, verseId).find(({ verse_id }) => verse_id === verseId)?.text ?? '')
  const versesBetween = (code: string, first: number, last: number) =>
    bible.library.version(code) === null ? [] : bible.library.verses(code, first, last)
  const models = [...countedModels, taggedModel]
  const tagged = openTaggedItems(served.readModels)
  const counting = {
    countItems: itemCounter(served.readModels),
    catchUp: async () => stores.readModels.waitFor(await stores.log.head(), CATCH_UP_MS, models),
    tagsOf: tagged.tagsOf,
  }
  const importer = createImporter({
    log: served.log,
    kinds,
    texts: { knowsVersion, verseText, versesBetween },
    versificationOf: bible.library.versificationOf,
    store: stores.identity,
    identity: stores.identity,
    keys: stores.dataKeys,
    catchUp: counting.catchUp,
    isLocked: async (userId) => (await stores.identity.findUser(userId))?.locked === true,
    // Imports have a quota object of their own. On a single node it counts the bytes of a day apart from those of other
    // writes; on the cluster Redis counts both together.
    quota: createQuota({ ...stores, limits, ...counting }),
    // A larger file could not be imported within a day's quota. An export of 100,000 items has about 54 MB, or twice
    // that if each item was changed once.
    maxBytes: limits.megabytesADay * BYTES_A_MB,
  })
  const dependencies = {
    ...stores,
    ...served,
    kinds,
    sessions,
    admins,
    captcha: openCaptcha(config, stores.secretFor('captcha')),
    knowsVersion,
    verseText,
    versesBetween,
    limits,
    importer,
    sendsMail,
    signUpMode: config.SIGN_UP,
    provider: config.oidc && openProvider(config.oidc),
    publicUrl: config.PUBLIC_URL ?? null,
    ...counting,
    taggedItems: tagged.items,
  }
  return {
    admins,
    routes: (part: App) => commandRoutes(part, dependencies),
    importData: importer.work,
    /** The job that closes an account whose closing an admin asked for. */
    closeWhenDue: closeWhenDue({ ...served, identity: stores.identity, sessions, jobs: stores.jobs }),
    /** The origins from which pages may load the CAPTCHA. Pathlight's own CAPTCHA needs none. */
    captchaSources: config.CAPTCHA === 'altcha' ? [] : CAPTCHA_SERVICES[config.CAPTCHA].sources,
  }
}
