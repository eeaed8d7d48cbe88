"""The pages of the set-up that lie over its front page, and the parts they are made of."""
