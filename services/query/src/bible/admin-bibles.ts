import { createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readAbout } from '@pathlight/bible-library/about-version.ts'
import { BUILT_IN_CODES } from '@pathlight/bible-library/built-in/build-built-in.ts'
import type { BringBibles } from '@pathlight/bible-library/catalogue/bring-bibles.ts'
import type { Library } from '@pathlight/bible-library/library.ts'
import {
  adminBiblesAnswer,
  type BibleHere,
  type BibleUse,
  bibleCode,
  bibleErrand,
  bibleUse,
  bringBible,
  catalogueAnswer,
  catalogueQuery,
  importBibleQuery,
} from '@pathlight/contracts/admin-bibles.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import type { App } from '@pathlight/http/server.ts'
import { normalForm } from '@pathlight/scripture/normal-form.ts'
import type { FastifyRequest } from 'fastify'
import pTimeout from 'p-timeout'
import { searchCatalogue } from './search-catalogue.ts'

/** Appends the event that the admin of a request is about to do something. */
export type RecordDeed = (
  request: FastifyRequest,
  did: {
    readonly deed: 'bible-added' | 'bible-updated' | 'bible-imported' | 'bible-removed' | 'backup-downloaded'
    readonly subject: string
  },
) => Promise<void>

export type AdminBibles = {
  readonly library: Library
  readonly bringing: BringBibles
  readonly catalogueAddress: string
  /** The role in which the sender administers Bibles; null: the sender may not administer them. */
  readonly isAdministrator: (request: FastifyRequest) => Promise<'admin' | 'operator' | null>
  readonly recordDeed: RecordDeed
  /** Tells other machines that a text was added from the catalogue, or that a text was removed. */
  readonly shareText: (text: {
    readonly code: string
    readonly wanted: string
    readonly isHere: boolean
  }) => Promise<void>
  /** Counts the items in a version, and the people who wrote them. */
  readonly useOf: (code: string) => Promise<BibleUse>
  /** Replaces REMOVED_WITHIN_MS in tests. */
  readonly removedWithinMs?: number
}

/** The prefix of the folders in which uploaded files stay until they are imported. */
const SENT = 'import-'
/**
 * The prefix of the removal files. Each of them names a text whose removal waits, and has the text's fingerprint. A
 * removal file is empty when the text is removed here, and other machines are still to be told.
 */
const REMOVAL = 'remove-'
/** The largest file, in bytes. A whole Bible with markup has 5 to 30 MB. */
const FILE_MAX_BYTES = 100_000_000
/** The longest time of an upload, in milliseconds. */
const SENT_WITHIN_MS = 20 * 60 * 1000

/**
 * How long the answer waits for a removal, in milliseconds. The removal waits for earlier work on texts. A gateway
 * gives up after 30 seconds.
 */
const REMOVED_WITHIN_MS = 25_000

const installedIn = (library: Library): BibleHere[] =>
  library.installed().map(({ code, name, localName, language, licence, source, verses }) => {
    const about = readAbout(library.db, code)
    const from = source === 'built-in' ? 'built-in' : (about?.source.kind ?? 'file')
    const wanted = about?.source.kind === 'catalogue' ? about.source.id : null
    return { code, name, localName, language, licence, from, wanted, verses, oddTotal: about?.oddTotal ?? 0 }
  })

const tooMany = () => new HttpProblem(429, 'too_many_errands', 'Several Bibles are waiting already.')
const notHere = () => new HttpProblem(404, 'version_not_here', 'There is no such version here.')
const staysHere = () => new HttpProblem(409, 'version_built_in', 'This version comes with Pathlight and stays.')
const removedLater = () =>
  new HttpProblem(503, 'removed_later', 'This text will be removed when what is under way is done.')
const tooLarge = () =>
  new HttpProblem(413, 'bible_too_large', `A file may have at most ${FILE_MAX_BYTES / 1e6} MB.`, {
    params: { max: FILE_MAX_BYTES / 1e6 },
  })

/** The longest name of a stored file, in characters: systems allow 255 bytes, and a letter takes up to four. */
const LONGEST_NAME = 60
/**
 * Makes a safe file name of the name of the uploaded file: its last characters, so that the extension stays. The safe
 * name is also shown as the text's source.
 */
const fileName = (name: string): string =>
  [...normalForm(name, 'NFC').replace(/[^\p{L}\p{N}._ -]+/gu, '-')]
    .slice(-LONGEST_NAME)
    .join('')
    .replace(/^[. ]+/, '') || 'bible'

/** An uploaded file of this age, in milliseconds, belongs to no running task any more. */
const LEFT_AFTER_MS = 7 * 24 * 60 * 60 * 1000
/** Deletes the uploaded files that are older than LEFT_AFTER_MS. A killed process leaves its files. */
const dropLeft = async (downloads: string): Promise<void> => {
  for (const name of await readdir(downloads).catch(() => [])) {
    if (!name.startsWith(SENT)) continue
    const { mtimeMs } = await stat(join(downloads, name))
    if (Date.now() - mtimeMs > LEFT_AFTER_MS) await rm(join(downloads, name), { recursive: true, force: true })
  }
}

/** Whether an error means that this process stops. The removal is then done at the next start. */
const isStop = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'

/** The bytes of the request's body. Throws 413 when there are more than FILE_MAX_BYTES. */
async function* bytesOf(request: FastifyRequest): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of request.body as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > FILE_MAX_BYTES) throw tooLarge()
    yield chunk
  }
}

/**
 * The calls by which admins and the operator list, add, update, import and remove Bible texts. An admin's act is in the
 * log before it is carried out.
 */
export const adminBibles = async (app: App, url: string, dependencies: AdminBibles): Promise<void> => {
  const { library, bringing, isAdministrator, recordDeed, shareText, useOf } = dependencies
  const { removedWithinMs = REMOVED_WITHIN_MS } = dependencies
  const downloads = join(dirname(library.db.location() ?? ''), 'downloads')
  // If a file cannot be deleted now, the next start tries again.
  await dropLeft(downloads).catch((error: unknown) => app.log.warn({ err: error }, 'Sent files could not be deleted'))
  const removalFile = (code: string): string => join(downloads, REMOVAL + code)
  /** Deletes the text's removal file, so that the next start does not remove a text that was requested again. */
  const forgetRemoval = (code: string): Promise<void> =>
    rm(removalFile(code), { force: true }).catch((error: unknown) =>
      app.log.warn({ err: error }, 'The next start may remove a Bible text again'),
    )
  /**
   * Removes a text, and tells other machines. If the process stops before the end, or the other machines cannot be
   * told, the text's removal file stays.
   */
  const removeText = async (code: string): Promise<void> => {
    await bringing.remove(code).catch(async (error: unknown) => {
      if (!isStop(error)) await forgetRemoval(code)
      throw error
    })
    await writeFile(removalFile(code), '', { flush: true })
    await shareText({ code, wanted: code, isHere: false })
    await forgetRemoval(code)
  }
  const warnOfRemoval = (error: unknown) => app.log.warn({ err: error }, 'A Bible text was not removed everywhere')
  /** Does a removal that a stop interrupted. A text that was added under the same code since then stays. */
  const removeLeft = async (code: string): Promise<void> => {
    // Another process that starts at the same time may have deleted the file.
    const removed = await readFile(removalFile(code), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
    if (removed === null) return
    const now = library.version(code)?.fingerprint
    await (now === undefined || now === removed ? removeText(code) : forgetRemoval(code))
  }
  for (const name of await readdir(downloads).catch(() => []))
    if (name.startsWith(REMOVAL)) void removeLeft(name.slice(REMOVAL.length)).catch(warnOfRemoval)
  const findInCatalogue = searchCatalogue(dependencies.catalogueAddress)
  /** The role of the sender. Throws 404 if the sender may not administer Bibles. */
  const roleOf = async (request: FastifyRequest): Promise<'admin' | 'operator'> => {
    const role = await isAdministrator(request)
    if (role === null) throw new HttpProblem(404, 'no_such_call', 'There is nothing at this address.')
    return role
  }
  const record: RecordDeed = async (request, did) => {
    // The role is checked again, because it may have ended during the upload of a file. The operator has no account,
    // and so no stream for the event.
    if ((await roleOf(request)) === 'admin') await recordDeed(request, did)
  }
  const forAdministrators = (part: App) =>
    part.addHook('onRequest', async (request) => {
      await roleOf(request)
    })

  await app.register(async (part) => {
    forAdministrators(part as App)
    const calls = part as App
    calls.post(
      url,
      {
        schema: { summary: 'Bring a Bible from the open catalogue', body: bringBible, response: { 202: bibleErrand } },
      },
      async (request, reply) => {
        const { bible, version, update: onlyIfNew = false } = request.body
        const code = version?.toUpperCase() ?? null
        await record(request, { deed: onlyIfNew ? 'bible-updated' : 'bible-added', subject: code ?? bible })
        const errand = bringing.bring(bible, code, () => {}, { onlyIfNew })
        if (errand === null) throw tooMany()
        await forgetRemoval(code ?? bible.toUpperCase())
        // Other machines are told after the download has succeeded, because a text that fails on this machine would
        // fail on theirs, too.
        void bringing
          .done(errand.id)
          .then(async ({ state, code: ownCode }) => {
            if (state !== 'done') return
            // The code of the text is known only now. If a newer removal of this text waits, its removal file stays.
            if (ownCode && !bringing.isRemoving(ownCode, errand.id)) await forgetRemoval(ownCode)
            if (!onlyIfNew)
              await shareText({ code: ownCode ?? code ?? bible.toUpperCase(), wanted: bible, isHere: true })
          })
          .catch((error: unknown) => app.log.warn({ err: error }, 'Other machines were not told of a new Bible text'))
        return reply.code(202).send(errand)
      },
    )
    calls.get(
      url,
      {
        schema: {
          summary: 'The texts that are here, and how far those are that were asked for',
          response: { 200: adminBiblesAnswer },
        },
      },
      async (_request, reply) => {
        reply.header('cache-control', 'no-store')
        return { here: installedIn(library), errands: bringing.errands() }
      },
    )
    calls.get(
      `${url}/catalogue`,
      {
        config: { answerWithinMs: 60_000 },
        schema: {
          summary: 'What the open catalogue has',
          querystring: catalogueQuery,
          response: { 200: catalogueAnswer },
        },
      },
      async (request) => findInCatalogue(request.query.words),
    )
    calls.get(
      `${url}/:code/use`,
      {
        schema: { summary: 'Whose items stand in a text', params: bibleCode, response: { 200: bibleUse } },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store')
        const version = library.version(request.params.code)
        if (version === null) throw notHere()
        return useOf(version.code)
      },
    )
    calls.delete(
      `${url}/:code`,
      {
        config: { answerWithinMs: removedWithinMs + 2_000 },
        schema: { summary: 'Remove a text; what people wrote in it stays', params: bibleCode },
      },
      async (request, reply) => {
        const version = library.version(request.params.code)
        if (version === null) throw notHere()
        if (BUILT_IN_CODES.includes(version.code.toUpperCase())) throw staysHere()
        const { code, fingerprint } = version
        if (!bringing.isRemoving(code)) await record(request, { deed: 'bible-removed', subject: code })
        await mkdir(downloads, { recursive: true })
        await writeFile(removalFile(code), fingerprint, { flush: true })
        const removed = removeText(code)
        removed.catch(warnOfRemoval)
        await pTimeout(removed, { milliseconds: removedWithinMs, message: removedLater() })
        return reply.code(204).send()
      },
    )
  })

  await app.register(async (part) => {
    forAdministrators(part as App)
    part.removeAllContentTypeParsers()
    part.addContentTypeParser('*', { bodyLimit: FILE_MAX_BYTES }, (_request, payload, done) => done(null, payload))
    const calls = part as App
    calls.post(
      `${url}/import`,
      {
        bodyLimit: FILE_MAX_BYTES,
        config: { answerWithinMs: SENT_WITHIN_MS, bodyWithinMs: SENT_WITHIN_MS },
        schema: {
          summary: 'Import a Bible: the file is the body',
          querystring: importBibleQuery,
          response: { 202: bibleErrand },
        },
      },
      async (request, reply) => {
        const { file: name, version, strict, language, name: title, licence } = request.query
        const code = version.toUpperCase()
        if (!(request.body instanceof Readable)) throw new HttpProblem(400, 'no_file', 'The file is missing.')
        if (BUILT_IN_CODES.includes(code)) throw staysHere()
        const folder = join(downloads, SENT + crypto.randomUUID())
        const path = join(folder, fileName(name))
        const drop = () => rm(folder, { recursive: true, force: true })
        try {
          await mkdir(folder, { recursive: true })
          await pipeline(bytesOf(request), createWriteStream(path))
          await record(request, { deed: 'bible-imported', subject: code })
          const details = { language, name: title, licence }
          const errand = bringing.importFile({ path, strict: strict === 'true', ...details }, code)
          if (errand === null) throw tooMany()
          void bringing
            .done(errand.id)
            .finally(drop)
            .catch((error: unknown) => app.log.warn({ err: error }, 'A sent file could not be deleted'))
          await forgetRemoval(code)
          return await reply.code(202).send(errand)
        } catch (error) {
          await drop()
          throw error
        }
      },
    )
  })
}
