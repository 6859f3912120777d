// @ts-check
// From a button in one view to another view.

/**
 * Changes the state and with it the view. The button vanishes with its view, so the focus goes to the tab of the other.
 * @param {any} store
 * @param {{view: string} & Record<string, any>} change
 */
export function openView(store, change) {
  store.setState(change, { push: true });
  document.getElementById(`tab-${change.view}`)?.focus();
}
