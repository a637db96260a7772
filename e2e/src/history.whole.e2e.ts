import { it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { EACH_CHANGE, historyJourneys } from './history-journeys.ts'
import { LANGUAGES } from './person.ts'

const app = appInBrowser()

for (const language of LANGUAGES)
  for (const [name, walk] of Object.entries(historyJourneys(app, language)))
    if (!EACH_CHANGE.some(([ofLanguage, ofName]) => ofLanguage === language && ofName === name))
      it(`${name} (${language})`, walk)
