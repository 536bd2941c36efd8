/** The command that registers what a subscription or a project has not registered yet. */
export const registerCommand = "plumb doctor --vendors --register";
