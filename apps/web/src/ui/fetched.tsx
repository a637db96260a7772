import { Children, type ReactNode, Suspense } from 'react'

/**
 * What is fetched when it is first shown, as a dialog is. While there is nothing it is no Suspense either: of the
 * server's HTML React takes over what is within each Suspense by itself, and when the page around it changes before, it
 * leaves what it has begun, takes that one over, and begins anew.
 */
export const Fetched = ({ children }: { children: ReactNode }) =>
  Children.toArray(children).length > 0 && <Suspense fallback={null}>{children}</Suspense>
