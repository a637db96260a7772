import { Children, Component, type ReactNode, Suspense } from 'react'
import { observable } from '../device/observable.ts'

/** Whether a part of this page could not be fetched: the network is away, or the server has another build. app/lost-part-notice.tsx says so. */
export const isPartLost = observable(false)

type PartProps = { readonly instead: ReactNode; readonly children: ReactNode }

/** What Chromium, Firefox, Safari and Vite say of code that did not come. Every other error is a fault of the code itself. */
const isOfFetching = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported|module script|preload CSS/.test(error.message)

/** React has no hook for what a component below could not do. */
class Part extends Component<PartProps, { readonly error?: unknown }> {
  static getDerivedStateFromError = (error: unknown) => ({ error })
  override state: { readonly error?: unknown } = {}
  override componentDidCatch() {
    isPartLost.set(true)
  }
  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    // The page says that it crashed.
    if (!isOfFetching(error)) throw error
    return this.props.instead
  }
}

type Props = {
  readonly children: ReactNode
  /** Shown while the code comes. */
  readonly loading?: ReactNode
  /** Shown while the code comes, and where it does not come. */
  readonly instead?: ReactNode
}

/**
 * Shows code that is fetched when it is first shown, such as a dialog. Where it cannot be fetched, the rest of the page stays, and a
 * notice says so. Without children it renders no Suspense: React hydrates each Suspense of the server's HTML by itself, and starts
 * again on it when the page around it changes meanwhile.
 */
export const Fetched = ({ children, instead = null, loading = instead }: Props) =>
  Children.toArray(children).length > 0 && (
    <Part instead={instead}>
      <Suspense fallback={loading}>{children}</Suspense>
    </Part>
  )
