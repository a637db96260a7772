import { it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { EACH_CHANGE, historyJourneys } from './history-journeys.ts'

const app = appInBrowser()

for (const [language, name] of EACH_CHANGE) it(`${name} (${language})`, historyJourneys(app, language)[name])
