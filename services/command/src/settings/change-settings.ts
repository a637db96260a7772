import { answerOfSettings, settingsAnswer, settingsBody } from '@pathlight/contracts/settings.ts'
import { settingsStream } from '@pathlight/domain/settings/events.ts'
import { settings } from '@pathlight/domain/settings/settings.ts'
import { settingsOnTheWire } from '@pathlight/domain/settings/settings-item.ts'
import { sayPosition } from '@pathlight/http/positions.ts'
import type { App } from '@pathlight/http/server.ts'
import { handleCommand } from '../handle-command.ts'
import type { KindDependencies } from '../kind.ts'
import { editedVersions } from '../verse-place.ts'
import { writerOf } from '../writer.ts'
import { setMailLanguage } from './mail-language.ts'

/**
 * Changes the settings that the body names. If the body names a default language, later mails to the person are in this
 * language.
 */
export const changeSettings = (app: App, url: string, { log, sessions, identity, knowsVersion }: KindDependencies) =>
  app.put(
    url,
    {
      onRequest: sessions.requireUser,
      config: { problemField: 'error' },
      schema: { summary: 'Change my settings', body: settingsBody, response: { 200: settingsAnswer } },
    },
    async (request, reply) => {
      const defaultVersion = request.body.defaultVersion?.toUpperCase()
      const named = { ...request.body, defaultVersion }
      const writer = writerOf(request)
      const handled = await handleCommand(log, settings, settingsStream(writer.userId), writer, {
        type: 'ChangeSettings',
        data: { userId: writer.userId, ...named },
        facts: () => editedVersions(defaultVersion === undefined ? [] : [defaultVersion], { knowsVersion }),
      })
      await setMailLanguage(writer.userId, named, identity)
      sayPosition(reply, handled.position)
      return answerOfSettings(settingsOnTheWire(handled.item))
    },
  )
