import { journeysIn } from './journeys-in-engine.ts'
import { missingForWebKit, openWebKit } from './webkit-driver.ts'

// WebKit is the engine of the iPhone. Its driver opens one browser without a lasting profile, so no journey restarts
// the browser.
const missing = missingForWebKit()
journeysIn({ name: 'WebKit', missing: missing.length > 0 ? missing.join(', no ') : null, openPage: openWebKit })
