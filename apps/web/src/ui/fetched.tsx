import { Children, type ReactNode, Suspense } from 'react'

/**
 * A Suspense for code that is fetched when it is first shown, such as a dialog. Without children it renders no
 * Suspense: React hydrates each Suspense of the server's HTML by itself, and starts again on it when the page around it
 * changes meanwhile.
 */
export const Fetched = ({ children }: { children: ReactNode }) =>
  Children.toArray(children).length > 0 && <Suspense fallback={null}>{children}</Suspense>
