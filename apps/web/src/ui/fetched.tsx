import { Children, Component, type ReactNode, Suspense } from 'react'
import { observable } from '../device/observable.ts'

/**
 * Whether some code of this page could not be fetched, because the network is away or the server has another build.
 * app/lost-part-notice.tsx tells the person.
 */
export const isPartLost = observable(false)

type PartProps = { readonly instead: ReactNode; readonly children: ReactNode }

/** The messages of Chromium, Firefox, Safari and Vite for code that could not be fetched. Any other error is a bug. */
const isOfFetching = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported|module script|preload CSS/.test(error.message)

/** A class, because React has no hook for errors of child components. */
class Part extends Component<PartProps, { readonly error?: unknown }> {
  static getDerivedStateFromError = (error: unknown) => ({ error })
  override state: { readonly error?: unknown } = {}
  override componentDidCatch() {
    isPartLost.set(true)
  }
  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    // For any other error, app/crash-page.tsx replaces the page.
    if (!isOfFetching(error)) throw error
    return this.props.instead
  }
}

type Props = {
  readonly children: ReactNode
  /** Shown while the code loads. */
  readonly loading?: ReactNode
  /** Shown if the code fails to load, and also while it loads if `loading` is absent. */
  readonly instead?: ReactNode
}

/**
 * Shows children whose code is fetched when they are first shown, such as a dialog. If the code cannot be fetched, only
 * this part is missing, and the person is told. Without children there is no Suspense, because React hydrates each
 * Suspense on its own and starts again if the page changes meanwhile.
 */
export const Fetched = ({ children, instead = null, loading = instead }: Props) =>
  Children.toArray(children).length > 0 && (
    <Part instead={instead}>
      <Suspense fallback={loading}>{children}</Suspense>
    </Part>
  )
