/**
 * React's file of the build holds functions that run when a module asks for React. This module is in the same file (vite.config.ts)
 * and asks at once. So React begins in the task of its own script, and the browser answers a touch before the app's script runs.
 */
import 'react-dom/client'
