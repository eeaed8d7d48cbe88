"""Setting up the camera without its pixels: what is seen, what to do next, and what is kept at the end.

`CameraPresenter` leads through the steps; `sight` looks at a picture in the background; the views are frozen
data with finished words. No Kivy.
"""

from app.ui.presenters.camera.presenter import CameraPresenter as CameraPresenter
