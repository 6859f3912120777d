// @ts-check
// The symbols of buttons: paths on a grid of 24 x 24.

export const UNDO = "M8 5 3 10l5 5v-3.5h6a3.5 3.5 0 0 1 0 7h-3v2h3a5.5 5.5 0 0 0 0-11H8z";
export const REDO = "M16 5l5 5-5 5v-3.5h-6a3.5 3.5 0 0 0 0 7h3v2h-3a5.5 5.5 0 0 1 0-11h6z";
export const RESTART = "M12 5V1L7 6l5 5V7a5 5 0 1 1-5 5H5a7 7 0 1 0 7-7z";
export const HINT = "M9 21h6v-2H9zm3-19a7 7 0 0 0-4 12.7V17h8v-2.3A7 7 0 0 0 12 2z";
export const SHUFFLE = "M3 6h5l8 10h3v-3l4 4-4 4v-3h-4L7 8H3zM3 16h4l2-2.5L10 15l-2 3H3zM15 6h4V3l4 4-4 4V8h-3l-2 2.5L13 9z";
export const EDIT = "M4 17.2V20h2.8L17.5 9.3l-2.8-2.8zM19.7 7.1a1 1 0 0 0 0-1.4l-1.4-1.4a1 1 0 0 0-1.4 0l-1.5 1.5 2.8 2.8z";
export const FIRST = "M6 5h2v14H6zM20 5v14L9 12z";
export const BACK = "M16 5v14L6 12zM17 5h2v14h-2z";
export const PLAY = "M7 4v16l13-8z";
export const PAUSE = "M6 4h4v16H6zM14 4h4v16h-4z";
export const FORWARD = "M8 5v14l10-7zM5 5h2v14H5z";
export const LAST = "M4 5v14l11-7zM16 5h2v14h-2z";
export const EYE = "M12 5C6.5 5 2.5 9 1 12c1.5 3 5.5 7 11 7s9.5-4 11-7c-1.5-3-5.5-7-11-7zm0 3a4 4 0 1 1 0 8 4 4 0 0 1 0-8z";
export const FLAW = "M12 2 1 21h22zm-1 7h2v6h-2zm0 8h2v2h-2z";
export const LOOK = "M12 3a9 9 0 0 0 0 18c1.7 0 2.3-1.2 1.8-2.4-.6-1.4.2-2.6 1.7-2.6H18a4 4 0 0 0 3-4c0-5-4-9-9-9zM6.5 13a1.5 1.5 0 1 1 0-3 1.5 1.5 0 0 1 0 3zm3-5a1.5 1.5 0 1 1 0-3 1.5 1.5 0 0 1 0 3zm5 0a1.5 1.5 0 1 1 0-3 1.5 1.5 0 0 1 0 3zm3 5a1.5 1.5 0 1 1 0-3 1.5 1.5 0 0 1 0 3z";
export const SHARE = "M18 15.5a3 3 0 0 0-2.2 1L8.9 12.7a3 3 0 0 0 0-1.4l6.9-3.8a3 3 0 1 0-.8-1.8l-6.9 3.8a3 3 0 1 0 0 5l6.9 3.8a3 3 0 1 0 3-2.8z";
export const DAY = "M7 2h2v2h6V2h2v2h3a1 1 0 0 1 1 1v15a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1h3zM5 9v10h14V9zm3 3h4v4H8z";
export const OPTIONS = "M4 6h9v2H4zm12-2h2v2h2v2h-2v2h-2zM4 16h2v-2h2v6H6v-2H4zm6 0h10v2H10zM4 11h16v2H4z";
