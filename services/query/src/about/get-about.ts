import { readFile, stat } from 'node:fs/promises'
import { type About, about, aboutFile, aboutQuery } from '@pathlight/contracts/about.ts'
import type { SignUpMode } from '@pathlight/contracts/account-rules.ts'
import type { LogInWay } from '@pathlight/contracts/log-in.ts'
import { offersPasskeys } from '@pathlight/http/app-origin.ts'
import type { App } from '@pathlight/http/server.ts'
import type { z } from 'zod'

/** The largest about.json, in bytes. A larger file counts as invalid. */
const LARGEST = 200_000

type Texts = z.infer<typeof aboutFile>

/**
 * Makes a function that answers the texts of about.json, and reads the file again only after the file has changed.
 * Without the file there are no texts. Calls `complain` each time that it has read an invalid file.
 */
export const openAbout = (file: string, complain: (line: string) => void): (() => Promise<Texts>) => {
  let cached: { readonly version: string; readonly texts: Texts } | null = null
  return async () => {
    const stats = await stat(file).catch(() => null)
    if (stats === null) return {}
    const version = `${stats.mtimeMs} ${stats.size}`
    if (cached?.version === version) return cached.texts
    let texts: Texts = {}
    try {
      if (stats.size > LARGEST) throw new Error(`it is larger than ${LARGEST} bytes`)
      texts = aboutFile.parse(JSON.parse(await readFile(file, 'utf8')))
    } catch (error) {
      complain(`${file} is not used: ${error instanceof Error ? error.message : String(error)}`)
    }
    cached = { version, texts }
    return texts
  }
}

type ForAbout = {
  readonly aboutTexts: () => Promise<Texts>
  readonly signUpMode: SignUpMode
  readonly publicUrl: string | null
  readonly provider: string | null
}

/**
 * Answers what the page about this Pathlight shows: the operator's texts (null: the app shows its own), who may sign
 * up, and how people log in.
 */
export const getAbout = (app: App, url: string, { aboutTexts, signUpMode, publicUrl, provider }: ForAbout) =>
  app.get(
    url,
    { schema: { summary: 'About this Pathlight', querystring: aboutQuery, response: { 200: about } } },
    async (request, reply): Promise<About> => {
      const { vision = null, bio = null } = (await aboutTexts())[request.query.language] ?? {}
      reply.header('cache-control', 'public, max-age=60')
      const log_in: LogInWay[] = [
        'password',
        ...(offersPasskeys(request, publicUrl) ? (['passkey'] as const) : []),
        ...(provider === null ? [] : (['oidc'] as const)),
      ]
      return { vision, bio, sign_up: signUpMode, log_in, ...(provider !== null && { provider }) }
    },
  )
