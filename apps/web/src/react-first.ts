/**
 * Imports React first. In the build, React's chunk has functions that run only when a module imports React. This module
 * is in that chunk (vite.config.ts) and imports React. So React starts in the task of its own script, and the browser
 * can answer a touch before the app's script runs.
 */
import 'react-dom/client'
