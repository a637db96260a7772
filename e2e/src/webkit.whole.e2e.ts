import { journeysIn } from './journeys-in-engine.ts'
import { missingForWebKit, openWebKit } from './webkit-driver.ts'

// The engine of the iPhone. Its driver opens one browser, which keeps nothing beyond its end: so what outlives a restart of
// the browser is tested in Chromium and Firefox alone.
const missing = missingForWebKit()
journeysIn({ name: 'WebKit', missing: missing.length > 0 ? missing.join(', no ') : null, openPage: openWebKit })
