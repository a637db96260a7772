import {
  addPasskeyBody,
  passkeyOptions,
  passkeyParams,
  passkey as passkeyShape,
  renamePasskeyBody,
  withPassword,
} from '@pathlight/contracts/log-in.ts'
import { originOfApp } from '@pathlight/http/app-origin.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import type { App } from '@pathlight/http/server.ts'
import { signedIn } from '@pathlight/http/session.ts'
import { MOST_PASSKEYS, type Passkey } from '@pathlight/identity/identity.ts'
import { z } from 'zod'
import type { CommandDependencies } from '../../dependencies.ts'
import { recordAccountChange } from '../../record-account-change.ts'
import { passwordOr403 } from '../identity-answers.ts'
import { makeOptions, newCredential } from './webauthn.ts'

/** A passkey in the API's form. */
export const passkeyAnswerOf = ({ id, name, createdAt, usedAt }: Passkey) => ({
  ...{ id, name, created_at: createdAt, used_at: usedAt },
})

const notFound = () => new HttpProblem(404, 'passkey_not_found', 'No such passkey.')

/**
 * Begins a new passkey. The body needs the password, because otherwise whoever gets at the person's browser could add a
 * way to log in.
 */
export const beginPasskey = (app: App, url: string, { identity, sessions, publicUrl }: CommandDependencies) =>
  app.post(
    url,
    {
      onRequest: sessions.requireUser,
      schema: { summary: 'Begin to add a passkey', body: withPassword, response: { 200: passkeyOptions } },
    },
    async (request) => {
      const { userId, username } = signedIn(request)
      passwordOr403(await identity.checkPassword(userId, request.body.password, sessions.originOf(request)))
      const known = await identity.credentialsOf(userId)
      if (known.length >= MOST_PASSKEYS)
        throw new HttpProblem(409, 'too_many_passkeys', `An account has ${MOST_PASSKEYS} passkeys at most.`)
      const challenge = await identity.startChallenge('new-passkey', { userId, value: {} })
      return makeOptions(originOfApp(request, publicUrl), challenge, { userId, username }, known)
    },
  )

/** Adds the passkey that the browser has made. The person gets a mail. */
export const addPasskey = (app: App, url: string, { identity, log, sessions, jobs, publicUrl }: CommandDependencies) =>
  app.post(
    url,
    {
      onRequest: sessions.requireUser,
      schema: { summary: 'Add a passkey', body: addPasskeyBody, response: { 201: passkeyShape } },
    },
    async (request, reply) => {
      const session = signedIn(request)
      const { userId } = session
      const { name, answer } = request.body
      const credential = await newCredential(
        originOfApp(request, publicUrl),
        answer,
        async (challenge) => (await identity.takeChallenge('new-passkey', challenge))?.userId === userId,
      )
      const added = await identity.addPasskey(userId, credential, name)
      if (added === null) throw new HttpProblem(409, 'passkey_taken', 'This passkey is here already.')
      const mail = () => jobs.add('notice-mail', { userId, notice: 'passkey-added' })
      await recordAccountChange(log, request, { userId, session, change: 'passkey-added', mail })
      return reply.code(201).send(passkeyAnswerOf(added))
    },
  )

export const renamePasskey = (app: App, url: string, { identity, log, sessions }: CommandDependencies) =>
  app.put(
    url,
    {
      onRequest: sessions.requireUser,
      schema: {
        summary: 'Name a passkey',
        params: passkeyParams,
        body: renamePasskeyBody,
        response: { 200: passkeyShape },
      },
    },
    async (request) => {
      const session = signedIn(request)
      const { userId } = session
      const renamed = await identity.renamePasskey(userId, request.params.id, request.body.name)
      if (renamed === null) throw notFound()
      await recordAccountChange(log, request, { userId, session, change: 'passkey-renamed' })
      return passkeyAnswerOf(renamed)
    },
  )

/** Removes a passkey. Refused for the last passkey of a person whose second step has no authenticator app. */
export const removePasskey = (app: App, url: string, { identity, log, sessions }: CommandDependencies) =>
  app.delete(
    url,
    {
      onRequest: sessions.requireUser,
      config: { whileLocked: true },
      schema: { summary: 'Remove a passkey', params: passkeyParams, response: { 204: z.null() } },
    },
    async (request, reply) => {
      const session = signedIn(request)
      const { userId } = session
      const outcome = await identity.removePasskey(userId, request.params.id)
      if (outcome === null) throw notFound()
      if (outcome === 'needed')
        throw new HttpProblem(
          409,
          'passkey_needed',
          'This passkey is the only second step of your log-in. Turn the second step off first, or add an app.',
        )
      await recordAccountChange(log, request, { userId, session, change: 'passkey-removed' })
      return reply.code(204).send(null)
    },
  )
