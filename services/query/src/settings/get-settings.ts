import { answerOfSettings, settingsAnswer } from '@pathlight/contracts/settings.ts'
import { settingsOnTheWire } from '@pathlight/domain/settings/settings-item.ts'
import { stillComing } from '@pathlight/http/error-mapping.ts'
import type { App } from '@pathlight/http/server.ts'
import { signedIn } from '@pathlight/http/session.ts'
import type { KindDependencies } from '../kind.ts'
import { reachPosition } from '../read-position.ts'
import { settings } from './projection.ts'

/**
 * Answers the person's settings, or the defaults. Throws 503 if there is no document and the read model is behind the
 * person's last write.
 */
export const getSettings = (app: App, url: string, { readModels, sessions }: KindDependencies) => {
  const documents = readModels.collection(settings)
  app.get(
    url,
    {
      onRequest: sessions.requireUser,
      config: { problemField: 'error' },
      schema: { summary: 'My settings', response: { 200: settingsAnswer } },
    },
    async (request, reply) => {
      await reachPosition(readModels, [settings], request, reply)
      const { userId } = signedIn(request)
      const stored = await documents.get(userId)
      // A person who has just changed a setting must not see the defaults.
      if (stored === null && request.readsBehind) throw stillComing()
      return answerOfSettings(settingsOnTheWire(stored))
    },
  )
}
