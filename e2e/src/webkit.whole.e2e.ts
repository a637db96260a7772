import { journeysIn } from './journeys-in-engine.ts'
import { missingForWebKit, openWebKit } from './webkit-driver.ts'

// WebKit is the engine of the iPhone. Its driver opens one browser without a lasting profile, so restarts of the
// browser are tested only in Chromium and Firefox.
const missing = missingForWebKit()
journeysIn({ name: 'WebKit', missing: missing.length > 0 ? missing.join(', no ') : null, openPage: openWebKit })
