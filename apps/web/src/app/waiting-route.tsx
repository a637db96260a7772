import { WaitingPage } from '../features/my-memos/waiting-page.tsx'
import { HISTORIES } from './histories.ts'
import { KINDS } from './kinds.ts'

// Whatever page was open before, what this device has kept of every kind is listed.
for (const { writes } of KINDS) void writes()

/** /my-memos/waiting: what the server does not have yet, of every kind. */
export const Component = () => <WaitingPage kinds={KINDS} histories={HISTORIES} />
